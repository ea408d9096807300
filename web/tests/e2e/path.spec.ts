import { existsSync } from 'node:fs';
import { accessible, expect, next, presses, removeProject, screenshot, test } from './helpers';

const adult = process.env.ADULT_CSV ?? '';

test('a new user publishes Adult with k = 5 and l = 3 in under 12 clicks', async ({ page }) => {
  test.skip(!existsSync(adult), 'ADULT_CSV does not name a file; the example is published by the next test');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles(adult);
  await expect(page.getByRole('heading', { level: 1, name: /adult/ })).toBeVisible();
  await next(page).click();
  await page.getByRole('radiogroup', { name: 'Role of occupation' }).getByText('Sensitive', { exact: true }).click();
  await page.getByRole('radiogroup', { name: 'Role of salary-class' }).getByText('Quasi').click();
  await next(page).click();
  await expect(page.getByRole('tree')).toBeVisible();
  await next(page).click();
  await expect(page.getByRole('heading', { name: 'l-diversity: occupation' })).toBeVisible();
  await next(page).click();
  await expect(next(page)).toBeEnabled();
  await next(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Result' })).toBeVisible();
  await next(page).click();
  await expect(page.getByTestId('verdict')).toHaveText('Ready to publish');
  await expect(page.getByText('k-anonymity (5), l-diversity (3)')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  const clicks = await presses(page);
  console.log(`clicks: ${clicks}`);
  expect(clicks).toBeLessThan(12);
  await screenshot(page, 'adult-publish');
  await removeProject(page);
});

test('the example goes through every screen, each accessible in light and dark', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 2, name: 'Your projects' })).toBeVisible();
  await accessible(page, '1-projects');
  await page.getByRole('button', { name: 'Try the built-in example' }).click();
  await expect(page.getByRole('table', { name: 'Rows of the table' }).getByRole('row').nth(3)).toBeVisible();
  await accessible(page, '2-data');
  await next(page).click();
  await expect(page.getByText('Records below k').first()).toBeAttached();
  await page.getByRole('button', { name: 'Measure exposure' }).click();
  await expect(page.getByText('standard deviations')).toBeVisible();
  await accessible(page, '3-columns');
  await next(page).click();
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await accessible(page, '4-hierarchies');
  await next(page).click();
  await expect(page.getByText('Proven to be the least loss')).toBeVisible();
  await accessible(page, '5-goal');
  await next(page).click();
  await expect(page.locator('canvas[data-drawn="true"]')).toBeVisible();
  await page.getByRole('button', { name: 'Estimate: Mondrian' }).click();
  await page.getByRole('button', { name: 'Compare 1', exact: true }).click();
  await page.getByRole('button', { name: 'Compare 3', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Use', exact: true }).first()).toBeVisible();
  await accessible(page, '6-solutions');
  await next(page).click();
  await expect(page.locator('.cell.changed').first()).toBeVisible();
  await expect(page.getByText('of cells changed')).toBeVisible();
  await accessible(page, '7-result-table');
  for (const [tab, shown] of [['Distributions', 'svg'], ['Risk', 'svg'], ['Utility', 'dl']] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.locator('#result-panel').locator(shown).first()).toBeVisible();
    if (tab === 'Utility') {
      await page.getByRole('button', { name: 'Train' }).click();
      await expect(page.getByRole('columnheader', { name: 'Baseline (ZeroR)' })).toBeVisible({ timeout: 200_000 });
    }
    await accessible(page, `7-result-${tab.toLowerCase()}`);
  }
  await page.getByRole('tab', { name: 'Attack' }).click();
  await page.getByRole('button', { name: 'Attack', exact: true }).click();
  await expect(page.getByText('No record is re-identified')).toBeVisible();
  await accessible(page, '7-result-attack');
  await next(page).click();
  await expect(page.getByTestId('verdict')).toHaveText('Ready to publish');
  await page.getByRole('button', { name: 'Verify again' }).click();
  await expect(page.getByText('Verified again: all models hold.')).toBeVisible();
  await page.getByRole('tab', { name: 'Python' }).click();
  await expect(page.locator('pre')).toContainText('lethe');
  await accessible(page, '8-publish');
  await removeProject(page);
  for (const [hash, name] of [['#/audit', 'Audit log'], ['#/docs', 'REST API']] as const) {
    await page.evaluate((to) => (location.hash = to), hash);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.locator('.panel').first()).toBeVisible();
    await accessible(page, `9-${hash.slice(2)}`);
  }
});
