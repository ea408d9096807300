import { accessible, expect, next, openExample, removeProject, screenshot, test } from './helpers';

test('a table of 100 columns is published', async ({ page }) => {
  const id = await openExample(page, 'example=health&rows=2000&columns=100');
  await expect(page.getByRole('table', { name: 'Rows of the table' }).getByRole('row').nth(3)).toBeVisible();
  await next(page).click();
  await page.getByRole('searchbox').fill('disease');
  await expect(page.getByRole('radiogroup').first()).toBeVisible();
  await accessible(page, 'wide-columns');
  await next(page).click();
  await expect(page.getByRole('tree')).toBeVisible();
  await next(page).click();
  await expect(page.getByText('Changed cells')).toBeVisible();
  await accessible(page, 'wide-goal');
  await next(page).click();
  await expect(next(page)).toBeEnabled();
  await accessible(page, 'wide-solutions');
  await next(page).click();
  await expect(page.getByRole('table', { name: 'Release' }).getByRole('row').nth(3)).toBeVisible();
  await next(page).click();
  await expect(page.getByTestId('verdict')).toHaveText('Ready to publish');
  await screenshot(page, 'wide-publish');
  await removeProject(page, id);
});

test('every screen fits 390 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await openExample(page, 'example=health&rows=2000&columns=12');
  const fits = async (name: string): Promise<void> => {
    await page.waitForTimeout(400);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(390);
    await screenshot(page, `390-${name}`);
  };
  await expect(page.getByRole('table', { name: 'Rows of the table' }).getByRole('row').nth(3)).toBeVisible();
  await fits('data');
  await next(page).click();
  await expect(page.getByRole('radiogroup').first()).toBeVisible();
  await fits('columns');
  await next(page).click();
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await fits('hierarchies');
  await next(page).click();
  await expect(page.getByText('Proven to be the least loss')).toBeVisible();
  await fits('goal');
  await next(page).click();
  await expect(page.locator('canvas[data-drawn="true"]')).toBeVisible();
  await fits('solutions');
  await next(page).click();
  await expect(page.getByRole('table', { name: 'Release' }).getByRole('row').nth(3)).toBeVisible();
  for (const tab of ['Table', 'Distributions', 'Risk', 'Utility', 'Attack']) {
    await page.getByRole('tab', { name: tab }).click();
    await fits(`result-${tab.toLowerCase()}`);
  }
  await next(page).click();
  await expect(page.getByTestId('verdict')).toBeVisible();
  await fits('publish');
  for (const hash of ['#/', '#/docs', '#/audit']) {
    await page.evaluate((to) => (location.hash = to), hash);
    await fits(`page-${hash.slice(2) || 'projects'}`);
  }
  await removeProject(page, id);
});
