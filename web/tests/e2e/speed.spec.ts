import type { Page } from '@playwright/test';
import { createProject, expect, next, openExample, openStep, removeProject, screenshot, test } from './helpers';

const LONGEST = 200;

/** Tasks of the main thread that took long, in milliseconds; tasks below 50 ms are not reported by browsers. */
async function observe(page: Page): Promise<void> {
  await page.evaluate(() => {
    const store = window as unknown as { tasks: number[] };
    store.tasks = [];
    new PerformanceObserver((list) => store.tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' });
  });
}
async function longest(page: Page, what: string): Promise<void> {
  await page.waitForTimeout(300);
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks.splice(0));
  const most = Math.max(0, ...tasks);
  console.log(`${what}: ${tasks.length} long tasks, longest ${Math.round(most)} ms`);
  expect(most, what).toBeLessThan(LONGEST);
}

/** A table of made-up values: an age, and columns of a few words. */
function wideTable(rows: number, columns: number): string {
  const names = Array.from({ length: columns }, (_, at) => (at === 0 ? 'age' : `snp_${at}`));
  const row = (at: number): string => names.map((_, column) => (column === 0 ? 18 + (at % 70) : 'ACGT'[(at * 7 + column * column) % 4])).join(',');
  return `${names.join(',')}\n${Array.from({ length: rows }, (_, at) => row(at)).join('\n')}\n`;
}

test('1,000 columns leave the page responsive', async ({ page }) => {
  const id = await createProject(page, 'name=wide.csv', wideTable(2000, 1000));
  await page.waitForTimeout(500);
  await observe(page);
  await openStep(page, id, 'data');
  const grid = page.getByRole('region', { name: 'Rows of the table' });
  await expect(grid.getByRole('row').nth(3)).toBeVisible({ timeout: 120_000 });
  await longest(page, 'data');
  for (let step = 1; step <= 20; step += 1) await grid.evaluate((box, at) => box.scrollTo(at * 7000, at * 900), step);
  await expect(grid.getByRole('cell').first()).toBeVisible();
  expect(await grid.getByRole('cell').count()).toBeLessThan(1000);
  await longest(page, 'scrolling the grid');
  await next(page).click();
  await expect(page.getByRole('radiogroup').first()).toBeVisible();
  await longest(page, 'columns');
  await page.getByRole('radiogroup').first().getByText('Insensitive').click();
  await page.getByRole('searchbox').fill('snp');
  await longest(page, 'changing a role and filtering');
  await page.getByRole('combobox', { name: /Set the role of/ }).selectOption('insensitive');
  await longest(page, 'changing many roles');
  await screenshot(page, 'speed-columns');
  await removeProject(page, id);
});

test('a lattice of 100,000 nodes leaves the page responsive', async ({ page }) => {
  // 10 · 10 · 10 · 10 · 10 combinations of levels.
  await page.route('**/solutions', async (route) => {
    const columns = ['a', 'b', 'c', 'd', 'e'];
    const levels = Array.from({ length: 100_000 }, (_, at) => [4, 3, 2, 1, 0].map((power) => Math.floor(at / 10 ** power) % 10));
    const sums = levels.map((one) => one.reduce((sum, level) => sum + level, 0));
    const body = { columns, heights: [10, 10, 10, 10, 10], levels, holds: sums.map((sum) => sum > 21), value: sums.map((sum, at) => sum / 45 + (at % 97) / 9700), suppressed: sums.map((sum) => 45 - sum), best: sums.indexOf(22), published: null };
    await route.fulfill({ json: body });
  });
  await observe(page);
  const id = await openExample(page, 'example=health&rows=1000&columns=12', 'solutions');
  const canvas = page.locator('canvas[data-drawn="true"]');
  await expect(canvas).toBeVisible({ timeout: 120_000 });
  await longest(page, 'layout and first drawing');
  await screenshot(page, 'speed-lattice');
  const box = await canvas.boundingBox();
  if (!box) throw new Error('no canvas');
  await page.mouse.move(box.x + 300, box.y + 200);
  await page.mouse.down();
  for (let step = 0; step < 15; step += 1) await page.mouse.move(box.x + 300 + step * 8, box.y + 200 + step * 2);
  await page.mouse.up();
  await longest(page, 'panning');
  await page.locator('canvas').focus();
  for (const key of ['+', '+', '+', 'ArrowRight', 'ArrowUp', 'ArrowDown', '-', '0']) await page.keyboard.press(key);
  await expect(canvas).toBeVisible();
  await longest(page, 'zooming and selecting by keyboard');
  await removeProject(page, id);
});
