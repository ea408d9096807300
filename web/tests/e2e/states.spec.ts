import { accessible, expect, next, openExample, removeProject, test } from './helpers';

test('without a token the page explains what to do', async ({ browser }) => {
  test.skip(!process.env.LETHE_URL, 'LETHE_URL is not set');
  const page = await (await browser.newContext()).newPage();
  await page.goto(new URL(process.env.LETHE_URL as string).origin);
  await expect(page.getByText('The server does not know this browser')).toBeVisible();
  await accessible(page, 'state-unauthorized');
});

test('an unreachable server is reported', async ({ page }) => {
  await page.route('**/api/v1/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('The server cannot be reached', { exact: true })).toBeVisible();
  await accessible(page, 'state-offline');
});

test('a viewer sees everything and changes nothing', async ({ page }) => {
  const id = await openExample(page, 'example=health&rows=500&columns=12', 'columns');
  await expect(next(page)).toBeEnabled();
  await page.route('**/api/v1/session', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), role: 'viewer' } });
  });
  await page.reload();
  await expect(page.getByText('You have the role viewer')).toBeVisible();
  await expect(page.getByRole('radio').first()).toBeDisabled();
  await page.evaluate((to) => (location.hash = to), `#/p/${id}/goal`);
  await expect(next(page)).toBeDisabled();
  await expect(page.getByText('Only stewards can change this.').first()).toBeVisible();
  await page.evaluate((to) => (location.hash = to), `#/p/${id}/data`);
  await expect(page.getByText('Rows are shown to stewards only.')).toBeVisible();
  await page.unroute('**/api/v1/session');
  await removeProject(page, id);
});

test('a file that cannot be read is reported with what to do', async ({ page }) => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name: 'broken.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n1,2,3\n') });
  await expect(page.getByRole('alert')).toBeVisible();
  await accessible(page, 'state-error');
});

test('a change in another window is not overwritten', async ({ page, context }) => {
  const id = await openExample(page, 'example=health&rows=500&columns=12', 'columns');
  const role = (name: string, value: string) => page.getByRole('radiogroup', { name: `Role of ${name}` }).getByText(value, { exact: true });
  await expect(role('gender', 'Insensitive')).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${new URL(page.url()).origin}/#/p/${id}/columns`);
  await other.getByRole('radiogroup', { name: 'Role of city' }).getByText('Insensitive').click();
  await other.waitForTimeout(1200);
  await role('gender', 'Insensitive').click();
  await expect(page.getByText('The recipe was changed in another window.')).toBeVisible();
  await page.getByRole('button', { name: 'Load the current recipe' }).click();
  await expect(page.getByRole('radiogroup', { name: 'Role of city' }).getByRole('radio', { name: 'Insensitive attribute' })).toBeChecked();
  await other.close();
  await removeProject(page, id);
});
