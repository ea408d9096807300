import { expect, next, openExample, removeProject, test } from './helpers';

test('a hierarchy is edited by keyboard, by drag and as text', async ({ page }) => {
  const id = await openExample(page, 'example=health&rows=500&columns=12', 'hierarchies');
  await page.getByRole('button', { name: /^age/ }).click();
  const tree = page.getByRole('tree');
  await expect(tree.getByRole('treeitem', { name: /\[0, 40\)/ })).toBeVisible();
  // By keyboard: the interval [40, 60) goes below [0, 40).
  await tree.getByRole('treeitem').first().focus();
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(30);
    if ((await page.locator(':focus').textContent())?.includes('[40, 60)')) break;
  }
  await page.keyboard.press('m');
  await page.getByLabel(/Move \[40, 60\)/).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Move to', exact: true }).click();
  await expect(page.getByText('Edited, not saved yet.')).toBeVisible();
  // By drag: [20, 30) goes from [20, 40) to [0, 20).
  await expect(tree.getByRole('treeitem', { name: /\[0, 20\) 1 node/ })).toBeVisible();
  await tree.getByRole('treeitem', { name: /\[20, 30\)/ }).dragTo(tree.getByRole('treeitem', { name: /\[0, 20\)/ }));
  await expect(tree.getByRole('treeitem', { name: /\[0, 20\) 2 nodes/ })).toBeVisible();
  await page.getByRole('button', { name: 'Check and save' }).click();
  await expect(page.getByText('Edited by hand').first()).toBeAttached();
  // As text: a line that ends nowhere is refused with its number.
  await page.getByRole('tab', { name: 'Text' }).click();
  const area = page.getByRole('textbox', { name: /One line a value/ });
  const text = await area.inputValue();
  await area.fill(`${text}999;x\n`);
  await area.blur();
  await page.getByRole('button', { name: 'Check and save' }).click();
  await expect(page.getByRole('alert')).toContainText('line');
  await page.getByRole('button', { name: 'Undo' }).click();
  await removeProject(page, id);
});

test('another method, chosen levels and compartments are published', async ({ page }) => {
  const id = await openExample(page, 'example=health&rows=500&columns=12', 'solutions');
  await expect(page.locator('canvas[data-drawn="true"]')).toBeVisible();
  // The second best combination of levels.
  await page.getByRole('button', { name: 'Use this' }).nth(1).click();
  await next(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Result' })).toBeVisible();
  await expect(page.getByText('All models hold on the written file')).toBeVisible();
  await page.getByRole('link', { name: 'Solutions' }).click();
  await page.getByRole('button', { name: 'Estimate: Compartments' }).click();
  await page.getByRole('button', { name: 'Use', exact: true }).last().click();
  await next(page).click();
  await expect(page.getByRole('heading', { name: 'Compartments' })).toBeVisible();
  await next(page).click();
  await expect(page.getByTestId('verdict')).toHaveText('Ready to publish');
  await expect(page.getByRole('link', { name: 'compartment-01.csv' })).toBeVisible();
  await removeProject(page, id);
});

test('a project is renamed and deleted by keyboard', async ({ page }) => {
  const id = await openExample(page, 'example=census&rows=200&columns=8');
  await page.evaluate(() => (location.hash = '#/'));
  const name = 'Test example=census&rows=200&columns=8';
  await page.getByRole('button', { name: `Rename ${name}` }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name of the project' }).first().fill('Renamed census');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete Renamed census' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete the project' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Renamed census')).toHaveCount(0);
  expect(id).not.toBe('');
});
