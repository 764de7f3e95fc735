import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { findOrInstallChromium } from "../scripts/testing/chromium.ts";

// Runs the import wizard in a real browser against a product that `scripts/bench.ts` starts: 100,000 rows × 9 columns read and checked,
// and the page's responsiveness meanwhile. BENCH_DASHBOARD_URL, BENCH_ROWS and BENCH_SHOTS (a folder) configure it.
// Frame times are valid only on an idle machine; CPU times on any. Dashboard 7.
const { BENCH_DASHBOARD_URL: base = "", BENCH_ROWS: wanted, BENCH_SHOTS: shots } = process.env;
const rows = Number(wanted ?? 100_000);
const TURNS = 60;

/** Runs in the page, whose globals this file does not declare: records the duration of each frame. */
const watchFrames = `{
  const gaps = [];
  window.gaps = gaps;
  let last = performance.now();
  const tick = (now) => {
    gaps.push(now - last);
    last = now;
    if (window.gaps === gaps) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}`;

const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: "en-NG" });
  await page.goto(`${base}/imports/new`);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await page.getByLabel("E-mail").fill("admin@demo.example");
  await page.getByLabel("Password", { exact: true }).fill("demo-password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/imports/new");
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  for (const count of [5_000, rows]) await measure(page, count);
} finally {
  await browser.close();
}

async function measure(page: Page, count: number): Promise<void> {
  const file = join(tmpdir(), `import-${count}.csv`);
  writeFileSync(file, customers(count));
  const spent = await watchProcessor(page);
  await page.evaluate(watchFrames);
  const began = Date.now();
  await page.getByLabel("CSV file").setInputFiles(file);
  await page.getByRole("grid").waitFor();
  const firstMs = Date.now() - began;
  await page.getByText(/^Checked in your browser in/).waitFor({ timeout: 120_000 });
  const totalMs = Date.now() - began;
  const said = await page.getByText(/^Checked in your browser in/).textContent();
  const frames = await readFrames(page);
  const checkMs = await spent();
  await page.getByRole("button", { name: /^All rows/ }).click();
  await page.getByRole("grid").hover();
  await page.evaluate(watchFrames);
  await spent();
  for (let turn = 0; turn < TURNS; turn += 1) await page.mouse.wheel(0, 900);
  const scroll = await readFrames(page);
  const turnMs = (await spent()) / TURNS;
  const nodes = await page.getByRole("grid").getByRole("row").count();
  if (shots) await shoot(page, shots, count);
  console.log(
    `${count.toLocaleString("en")} rows: first problem ${firstMs} ms, over ${totalMs} ms (${said}); frames p95 ${frames.p95} ms, longest ${frames.longest} ms; scroll p95 ${scroll.p95} ms; ${nodes} row nodes; page's processor: ${checkMs.toFixed(0)} ms meanwhile, ${turnMs.toFixed(1)} ms for 22 rows scrolled`,
  );
  await page.getByRole("button", { name: "Back", exact: true }).click();
}

async function shoot(page: Page, folder: string, count: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `all-${count}.png`) });
  await page.getByRole("button", { name: /^Problems/ }).click();
  await page.keyboard.press("n");
  await page.screenshot({ path: join(folder, `problems-${count}.png`) });
}

/** CPU time of the page's main thread since the last call, in milliseconds. */
async function watchProcessor(page: Page): Promise<() => Promise<number>> {
  const tools = await page.context().newCDPSession(page);
  await tools.send("Performance.enable", { timeDomain: "threadTicks" });
  let last = 0;
  const spent = async () => {
    const { metrics } = await tools.send("Performance.getMetrics");
    const before = last;
    last = 1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
    return last - before;
  };
  await spent();
  return spent;
}

async function readFrames(page: Page): Promise<{ p95: number; longest: number }> {
  const sorted = (await page.evaluate<number[]>("window.gaps")).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return { p95: at(0.95), longest: at(1) };
}

function customers(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const digits = String(index).padStart(7, "0");
    const phone = index % 500 === 7 ? `810${digits}` : `0810${digits}`;
    const born = index % 300 === 8 ? "1991-02-31" : "1991-04-18";
    return `Títílayọ̀,Ògúndélé,${phone},${born},2221${digits},3331${digits},a${index}@mail.example,"12 Allen Avenue, Ikeja",TIER_2`;
  });
  return `first_name,last_name,phone_number,date_of_birth,bvn,nin,email,address,tier\r\n${lines.join("\r\n")}\r\n`;
}
