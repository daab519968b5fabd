// The list of releases as a tool (sorted, arranged, selected, acted on) and the palette that finds everything.

import { text } from "node:stream/consumers";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { draft, makeRelease, must } from "../../server/test/catalog.ts";
import { createWorld, type Member, type World } from "../../server/test/world.ts";
import { visit as visitPages } from "./dashboard.ts";

let world: World;
let browser: Browser;
/** By title. All but "Eddy", a draft, are approved. */
let ids: Map<string, string>;
beforeAll(async () => {
  [world, browser] = await Promise.all([createWorld({ environment: "sandbox" }), openBrowser()]);
  ids = await fill(world.label);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

async function fill(by: Member): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  for (const [title, release_date] of [
    ["Cove", "2035-03-04"],
    ["Anchor", "2035-03-01"],
    ["Delta", "2035-03-03"],
    ["Beacon", "2035-03-02"],
  ] as const) {
    const id = await makeRelease(world, by, { title, release_date });
    await must(by, `POST /v1/releases/${id}/submit`);
    made.set(title, id);
  }
  made.set("Eddy", (await must(by, "POST /v1/releases", { ...draft, title: "Eddy" })).body.id);
  return made;
}

const cover = "<svg xmlns='http://www.w3.org/2000/svg' width='96' height='96'/>";

/** Artwork is a row without a file here: its picture is drawn by the test. */
async function visit(...given: Parameters<typeof visitPages>) {
  const visited = await visitPages(...given);
  await visited.page.route(/thumbnails/, (route) => route.fulfill({ contentType: "image/svg+xml", body: cover }));
  return visited;
}

const titles = (page: Page) =>
  page
    .getByRole("table", { name: "Releases" })
    .getByRole("row")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.querySelector("div > div > div")?.textContent));
const box = (page: Page, title: string) => page.getByRole("checkbox", { name: `Select ${title}` });
const dialog = (page: Page) => page.getByRole("dialog");
const deliveriesOf = async (title: string) =>
  (await must(world.label, `GET /v1/deliveries?release_id=${ids.get(title)}`)).body.data as { id: string }[];

describe("the list", () => {
  test("is sorted by its columns, and the address keeps the order", async () => {
    const { page, open, expectSound, close } = await visit(browser, world);
    await open("/releases");
    await expect.poll(() => titles(page)).toEqual(["Eddy", "Beacon", "Delta", "Anchor", "Cove"]);
    const head = page.getByRole("columnheader");
    await head.getByRole("button", { name: "Release", exact: true }).click();
    await expect.poll(() => titles(page)).toEqual(["Anchor", "Beacon", "Cove", "Delta", "Eddy"]);
    await page.locator("th[aria-sort='ascending']").waitFor();
    await head.getByRole("button", { name: "Release", exact: true }).click();
    await expect.poll(() => titles(page)).toEqual(["Eddy", "Delta", "Cove", "Beacon", "Anchor"]);
    await head.getByRole("button", { name: "Release date" }).click();
    await expect.poll(() => titles(page)).toEqual(["Cove", "Delta", "Beacon", "Anchor", "Eddy"]);
    expect(new URL(page.url()).search).toBe("?sort=-release_date");
    await expectSound("a sorted list");
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(["Cove", "Delta", "Beacon", "Anchor", "Eddy"]);
    await close();
  });

  test("keeps chosen columns and views with a name in the browser", async () => {
    const { page, open, expectSound, close } = await visit(browser, world, { scheme: "dark" });
    await open("/releases?status=submitted&sort=title");
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Label" }).click();
    await page.getByRole("checkbox", { name: "UPC" }).click();
    await expectSound("columns to choose from");
    await page.keyboard.press("Escape");
    await page.getByRole("columnheader", { name: "Label" }).waitFor();
    expect(await page.getByRole("columnheader", { name: "UPC" }).count()).toBe(0);
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("To deliver");
    await page.keyboard.press("Enter");
    const views = page.getByRole("navigation", { name: "Views" });
    await views.getByRole("button", { name: "To deliver", pressed: true }).waitFor();
    await views.getByRole("button", { name: "All releases" }).click();
    await page.getByRole("columnheader", { name: "UPC" }).waitFor();
    await expect.poll(() => titles(page)).toHaveLength(5);
    await page.reload();
    await views.getByRole("button", { name: "To deliver" }).click();
    await expect.poll(() => titles(page)).toEqual(["Anchor", "Beacon", "Cove", "Delta"]);
    await page.getByRole("columnheader", { name: "Label" }).waitFor();
    await expectSound("a saved view");
    await page.getByRole("button", { name: "View To deliver" }).click();
    await page.getByRole("menuitem", { name: "Rename view" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Ready");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "View Ready" }).click();
    await page.getByRole("menuitem", { name: "Delete view" }).click();
    await views.getByRole("button", { name: "Ready" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Save view" }).waitFor();
    await close();
  });

  test("has rows that are selected with Shift and by keyboard, and exported", async () => {
    const { page, open, expectSound, close } = await visit(browser, world);
    await open("/releases?sort=title");
    await box(page, "Anchor").click();
    await box(page, "Cove").click({ modifiers: ["Shift"] });
    await page.getByText("3 selected").waitFor();
    await box(page, "Beacon").click();
    await page.getByText("2 selected").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("2 selected").waitFor({ state: "detached" });
    await box(page, "Cove").press("Space");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await page.getByText("3 selected").waitFor();
    await expectSound("selected rows");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Deliver", exact: true }).and(page.locator(":focus")).waitFor();
    const file = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    const lines = (await text(await (await file).createReadStream())).trim().split("\r\n");
    expect(lines[0]).toMatch(/^id,title,version,artists,/);
    expect(lines.slice(1).map((line) => line.split(",")[1])).toEqual(["Cove", "Delta", "Eddy"]);
    await page.getByRole("checkbox", { name: "Select all that are loaded" }).click();
    await page.getByText("3 selected").waitFor({ state: "detached" });
    await close();
  });
});

describe("several releases", () => {
  test("are delivered after one question; a lost answer delivers nothing twice, and a failure says why", async () => {
    const { page, complaints, open, expectSound, close } = await visit(browser, world);
    await open("/releases?sort=title");
    await box(page, "Anchor").click();
    await box(page, "Eddy").click({ modifiers: ["Shift"] });
    await page.getByText("5 selected").waitFor();
    const { data } = (await must(world.label, `GET /v1/submissions?release_id=${ids.get("Delta")}`)).body;
    await must(world.label, `POST /v1/submissions/${data[0].submission_id}/withdraw`);
    await page.getByRole("button", { name: "Deliver", exact: true }).click();
    await dialog(page).getByText("1 draft is left out. Submit first.").waitFor();
    for (const store of ["Auralis", "Northwave"]) await dialog(page).getByRole("checkbox", { name: store }).click();
    await expectSound("what is asked before a delivery");
    let lost = 0;
    await page.route(/\/v1\/deliveries$/, async (route) => {
      if (lost || route.request().method() !== "POST") return route.continue();
      lost = (await route.fetch({ headers: await route.request().allHeaders() })).status();
      await route.abort();
    });
    await dialog(page).getByRole("button", { name: "Deliver 4 releases to 2 stores" }).click();
    await dialog(page).getByText("Delivery started for 3; 1 failed").waitFor();
    expect(lost).toBe(201);
    await dialog(page)
      .getByRole("listitem")
      .filter({ hasText: "Delta" })
      .getByText(/approved/)
      .waitFor();
    complaints.splice(0);
    await expectSound("what became of each");
    for (const title of ["Anchor", "Beacon", "Cove"]) expect(await deliveriesOf(title), title).toHaveLength(1);
    expect(await deliveriesOf("Delta")).toHaveLength(0);
    await must(world.label, `POST /v1/releases/${ids.get("Delta")}/submit`);
    await dialog(page).getByRole("button", { name: "Deliver the 1 left" }).click();
    await dialog(page).getByText("Delivery started for 4", { exact: true }).waitFor();
    await dialog(page).getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Deliver", exact: true }).click();
    for (const store of ["Auralis", "Northwave"]) await dialog(page).getByRole("checkbox", { name: store }).click();
    await dialog(page).getByRole("button", { name: "Deliver 4 releases to 2 stores" }).click();
    await dialog(page).getByText("Delivery started for 0; 4 had nothing to do").waitFor();
    await close();
  });

  test("are taken down on a phone, and the run can be stopped and gone on with", async () => {
    for (let times = 0; times < 3; times++) {
      world.clock.advance(10_000);
      await world.runJobs();
    }
    const { page, open, expectSound, expectFits, close } = await visit(browser, world, {
      size: "phone",
      scheme: "dark",
    });
    await open("/releases?sort=title");
    for (const title of ["Anchor", "Beacon", "Eddy"]) await box(page, title).click();
    await expectSound("selected on a phone");
    await page.getByRole("button", { name: "Take down" }).click();
    await dialog(page).getByText("1 release at no store is left out.").waitFor();
    await expectSound("what is asked before a takedown");
    let goOn = () => undefined as unknown;
    const held = new Promise((resolve) => {
      goOn = () => resolve(undefined);
    });
    await page.route(/\/takedown$/, async (route) => {
      await held;
      await route.continue();
    });
    await dialog(page).getByRole("button", { name: "Take down 2 releases everywhere" }).click();
    await dialog(page).getByText("0 of 2").waitFor();
    await dialog(page).getByRole("button", { name: "Stop after this one" }).click();
    goOn();
    await dialog(page).getByText("Takedown requested for 1; 1 not begun").waitFor();
    await expectFits("a run that was stopped");
    await dialog(page).getByRole("button", { name: "Take down the 1 left" }).click();
    await dialog(page).getByText("Takedown requested for 2", { exact: true }).waitFor();
    await dialog(page).getByText("Takedown requested at 2 stores").first().waitFor();
    await close();
  });
});

describe("the palette", () => {
  const ask = async (page: Page, text: string) => {
    await page.keyboard.press("Control+k");
    await dialog(page).waitFor();
    await page.getByRole("combobox", { name: "Find or do" }).fill(text);
  };
  const option = (page: Page, name: string | RegExp) => dialog(page).getByRole("option", { name });

  test.each([
    ["light", "desktop"],
    ["dark", "phone"],
  ] as const)("is accessible in %s colours and fits a %s", async (scheme, size) => {
    const { page, open, expectSound, close } = await visit(browser, world, { scheme, size });
    await open("/releases");
    await ask(page, "beac");
    await option(page, /^Beacon/).waitFor();
    await expectSound("found");
    await page.getByRole("combobox", { name: "Find or do" }).fill("zzz nothing");
    await dialog(page).getByText("Nothing has “zzz nothing” in its name, its number or its id.").waitFor();
    await expectSound("not found");
    await close();
  });

  test("finds releases by title, UPC and ISRC, stores, endpoints and acts", async () => {
    const by = world.label;
    const { upc } = (await must(by, `GET /v1/releases/${ids.get("Eddy")}`)).body;
    await must(by, "POST /v1/tracks", { release_id: ids.get("Eddy"), title: "Swirl", isrc: "QZABC2600042" });
    const { id } = (
      await must(by, "POST /v1/webhooks", { url: "https://hooks.example.com/segue", event_type: ["ping"] })
    ).body;
    const { page, open, close } = await visit(browser, world);
    await open("/earnings");
    for (const text of ["eddy", upc, "QZ-ABC-26-00042"]) {
      await ask(page, text);
      await option(page, /^Eddy/).click();
      await page.waitForURL(`**/releases/${ids.get("Eddy")}`);
    }
    await ask(page, "hooks.example");
    await option(page, /^https:\/\/hooks/).click();
    await page.waitForURL(`**/webhooks/${id}`);
    await ask(page, "auralis");
    await option(page, "Deliver to Auralis").click();
    await page.waitForURL("**/deliveries/new?store_id=store_auralis");
    await page.getByRole("checkbox", { name: "Auralis", checked: true }).waitFor();
    await ask(page, "new endpoint");
    await option(page, "New endpoint").click();
    await page.getByRole("dialog", { name: "New endpoint" }).waitFor();
    await page.keyboard.press("Escape");
    await ask(page, "new api");
    await option(page, "New API key").click();
    await page.getByRole("dialog", { name: "New API key" }).waitFor();
    await page.keyboard.press("Escape");
    await ask(page, "dark");
    await option(page, "Use dark colors").click();
    await page.locator("[data-mantine-color-scheme='dark']").waitFor();
    await close();
  });

  test("leads to the page of every kind of id", async () => {
    const by = world.label;
    const release_id = ids.get("Cove");
    const [track] = (await must(by, `GET /v1/tracks?release_id=${release_id}`)).body.data;
    const [submission] = (await must(by, `GET /v1/submissions?release_id=${release_id}`)).body.data;
    const [delivery] = await deliveriesOf("Cove");
    const unknown = "01k8z3v9qxe7p9a4m2c6t5w8rn";
    const { page, open, close } = await visit(browser, world);
    await open("/earnings");
    for (const [id, path] of [
      [release_id, `/releases/${release_id}`],
      [track.id, `/releases/${release_id}`],
      [delivery?.id, `/deliveries/${delivery?.id}`],
      [submission.submission_id, `/releases/${release_id}`],
      [`req_${unknown}`, `/request-log?request_id=req_${unknown}`],
      [`txn_${unknown}`, "/balance"],
      [`key_${unknown}`, "/developers"],
      [`stm_${unknown}`, `/statements/stm_${unknown}`],
    ]) {
      await ask(page, id ?? "");
      await dialog(page).getByRole("group", { name: "Id" }).getByRole("option").waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL(`${world.url}/dashboard${path}`);
    }
    await close();
  });

  test("is used by keyboard, and leads back to where one was", async () => {
    const { page, complaints, open, close } = await visit(browser, world);
    await open(`/releases/${ids.get("Beacon")}`);
    await page.getByRole("heading", { level: 1, name: "Beacon" }).waitFor();
    await ask(page, "earn");
    await option(page, "Earnings").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Earnings" }).waitFor();
    await ask(page, "");
    await dialog(page)
      .getByRole("group", { name: "Recent" })
      .getByRole("option", { name: /^Beacon/ })
      .waitFor();
    await page.keyboard.press("End");
    await dialog(page).getByRole("group", { name: "Pages" }).locator("[aria-selected='true']").waitFor();
    await page.keyboard.press("ArrowDown");
    await dialog(page).getByRole("group", { name: "Recent" }).locator("[aria-selected='true']").waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Beacon" }).waitFor();
    expect(complaints).toEqual([]);
    await ask(page, "sign out");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Sign in to Segue" }).waitFor();
    expect(await page.evaluate<string>("JSON.stringify(localStorage)")).not.toContain("Beacon");
    await close();
  });

  test("finds organizations, stores and catalogues for the operator", async () => {
    const { page, open, expectSound, close } = await visit(browser, world, { key: world.operator.key });
    await open("/");
    await ask(page, "nightjar");
    await option(page, /^Nightjar Records/)
      .first()
      .waitFor();
    await expectSound("found by the operator");
    await ask(page, "beacon");
    await dialog(page).getByRole("group", { name: "Catalogues" }).getByRole("option").first().click();
    await page.waitForURL(`**/organizations/${world.label.id}`);
    await ask(page, "pedant");
    await option(page, /^Pedant/).click();
    await page.waitForURL("**/stores/store_pedant");
    await ask(page, "new organization");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "New organization" }).waitFor();
    await close();
  });
});
