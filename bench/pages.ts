import { type BrowserContext, type CDPSession, chromium } from "@playwright/test";
import { findOrInstallChromium } from "../scripts/testing/chromium.ts";

// Measures the load of each page: script size, requests until it is alive and once it has settled, first byte, largest contentful paint
// and layout shift, with their goals (dashboard 7). `scripts/bench.ts` starts a product for it; BENCH_DASHBOARD_URL names another,
// BENCH_ROUNDS the rounds. Sizes and requests are valid on any machine, times only on an idle one.
const { BENCH_DASHBOARD_URL: base = "", BENCH_ROUNDS: wanted } = process.env;
const rounds = Number(wanted ?? 3);

/** `scriptKb`: the goal for scripts named in the page's HTML, without scripts that load later. */
const PAGES = [
  { path: "/login", scriptKb: 200 },
  { path: "/", scriptKb: 185 },
  { path: "/wallets", scriptKb: 210 },
  { path: "/wallets/new", scriptKb: 230 },
  { path: "/wallets/merchant", scriptKb: 210 },
  { path: "/customers", scriptKb: 210 },
  { path: "/transactions", scriptKb: 210 },
  { path: "/transactions/new", scriptKb: 230 },
  { path: "/payouts", scriptKb: 210 },
  { path: "/incoming", scriptKb: 210 },
  { path: "/reconciliation", scriptKb: 210 },
  { path: "/reconciliation/ledger", scriptKb: 210 },
  { path: "/imports", scriptKb: 210 },
  { path: "/imports/new", scriptKb: 230 },
  { path: "/approvals", scriptKb: 210 },
  { path: "/statements", scriptKb: 210 },
  { path: "/audit", scriptKb: 210 },
  { path: "/reference", scriptKb: 210 },
  { path: "/webhooks", scriptKb: 210 },
  { path: "/webhooks/deliveries", scriptKb: 210 },
  { path: "/settings/account", scriptKb: 230 },
  { path: "/settings/verification", scriptKb: 230 },
  { path: "/settings/keys", scriptKb: 230 },
  { path: "/settings/team", scriptKb: 230 },
  { path: "/settings/roles", scriptKb: 230 },
  { path: "/settings/me", scriptKb: 230 },
];
const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 }, lcpMs: 1_200 },
  phone: { viewport: { width: 390, height: 844 }, lcpMs: 2_000 },
} as const;
const MOST_SHIFT = 0.02;
const MOST_REQUESTS = { alive: 14, settled: 20 };

type Device = keyof typeof DEVICES;
type Load = {
  scriptKb: number;
  lateKb: number;
  alive: number;
  settled: number;
  firstByteMs: number;
  lcpMs: number;
  shift: number;
};

/** Runs in the page, whose globals this file does not declare. */
const watchVitals = `{
  window.vitals = { lcp: 0, shift: 0 };
  const isReady = () => document.documentElement?.hasAttribute("data-ready");
  new MutationObserver((_, observer) => { if (isReady()) { performance.mark("ready"); observer.disconnect(); } })
    .observe(document, { subtree: true, childList: true, attributeFilter: ["data-ready"] });
  new PerformanceObserver((list) => { for (const one of list.getEntries()) vitals.lcp = one.startTime; })
    .observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) vitals.shift += one.value; })
    .observe({ type: "layout-shift", buffered: true });
}`;

const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: ["--no-sandbox"] });
try {
  const cookies = await signIn();
  for (const device of ["desktop", "phone"] as const) {
    console.log(
      `\n| ${device.padEnd(22)} | script kB (goal) | later kB | alive | settled | first byte ms | LCP ms (goal) | shift |`,
    );
    console.log(
      "| ---------------------- | ---------------: | -------: | ----: | ------: | ------------: | ------------: | ----: |",
    );
    for (const { path, scriptKb } of PAGES) {
      const loads: Load[] = [];
      for (let round = 0; round < rounds; round += 1) loads.push(await open(path, device, cookies));
      report(path, device, scriptKb, loads);
    }
  }
} finally {
  await browser.close();
}

async function signIn(): Promise<Awaited<ReturnType<BrowserContext["cookies"]>>> {
  const context = await browser.newContext({ locale: "en-NG" });
  const page = await context.newPage();
  await page.goto(`${base}/login`);
  await page.waitForLoadState("networkidle");
  await page.getByLabel("E-mail").fill("admin@demo.example");
  await page.getByLabel("Password", { exact: true }).fill("demo-password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: /^Account of/ }).waitFor();
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/** One visit with an empty cache. */
async function open(path: string, device: Device, cookies: Awaited<ReturnType<typeof signIn>>): Promise<Load> {
  const context = await browser.newContext({ viewport: DEVICES[device].viewport, locale: "en-NG" });
  if (path !== "/login") await context.addCookies(cookies);
  const page = await context.newPage();
  await page.addInitScript(watchVitals);
  const tools = await context.newCDPSession(page);
  if (device === "phone") await slowDown(tools);
  // Prefetches for other pages do not count.
  await page.route("**/*", (route) =>
    "next-router-prefetch" in route.request().headers() ? route.abort() : route.fallback(),
  );
  const scripts = await watchScripts(tools);
  await page.goto(`${base}${path}`, { waitUntil: "load" });
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1_000);
  const vitals = await page.evaluate<{ lcp: number; shift: number; firstByte: number; alive: number; settled: number }>(
    `(() => {
      const resources = performance.getEntriesByType("resource");
      const readyAt = performance.getEntriesByName("ready")[0]?.startTime ?? Infinity;
      return { ...vitals, firstByte: performance.getEntriesByType("navigation")[0].responseStart,
        alive: 1 + resources.filter(({ startTime }) => startTime < readyAt).length, settled: 1 + resources.length };
    })()`,
  );
  const loads = scripts();
  await context.close();
  const kb = (some: typeof loads) => some.reduce((sum, one) => sum + one.bytes, 0) / 1_000;
  return {
    scriptKb: kb(loads.filter(({ isNamed }) => isNamed)),
    lateKb: kb(loads.filter(({ isNamed }) => !isNamed)),
    alive: vitals.alive,
    settled: vitals.settled,
    firstByteMs: vitals.firstByte,
    lcpMs: vitals.lcp,
    shift: vitals.shift,
  };
}

/** A mid-range phone on a slow network. */
async function slowDown(tools: CDPSession): Promise<void> {
  await tools.send("Network.enable");
  const bytesPerSecond = 1_600_000 / 8;
  await tools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 2,
  });
  await tools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

/** Every script with its transferred size, and whether the page's HTML names it. */
async function watchScripts(tools: CDPSession): Promise<() => { bytes: number; isNamed: boolean }[]> {
  const asked = new Map<string, boolean>();
  const loads: { bytes: number; isNamed: boolean }[] = [];
  await tools.send("Network.enable");
  tools.on("Network.requestWillBeSent", ({ requestId, type, initiator }) => {
    if (type === "Script") asked.set(requestId, initiator.type === "parser");
  });
  tools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const isNamed = asked.get(requestId);
    if (isNamed !== undefined) loads.push({ bytes: encodedDataLength, isNamed });
  });
  return () => loads;
}

function report(path: string, device: Device, goalKb: number, loads: Load[]): void {
  const median = (of: (load: Load) => number) =>
    loads.map(of).toSorted((a, b) => a - b)[Math.floor(loads.length / 2)] ?? 0;
  const script = median((load) => load.scriptKb);
  const lcp = median((load) => load.lcpMs);
  const [alive, settled] = [median((load) => load.alive), median((load) => load.settled)];
  const shift = median((load) => load.shift);
  const { lcpMs: goalMs } = DEVICES[device];
  const marked = (text: string, isMissed: boolean) => `${isMissed ? "! " : ""}${text}`;
  const cells = [
    path.padEnd(22),
    marked(`${script.toFixed(1)} (${goalKb})`, script > goalKb).padStart(16),
    median((load) => load.lateKb)
      .toFixed(1)
      .padStart(8),
    marked(String(alive), alive > MOST_REQUESTS.alive).padStart(5),
    marked(String(settled), settled > MOST_REQUESTS.settled).padStart(7),
    median((load) => load.firstByteMs)
      .toFixed(0)
      .padStart(13),
    marked(`${lcp.toFixed(0)} (${goalMs})`, lcp > goalMs).padStart(13),
    marked(shift.toFixed(3), shift > MOST_SHIFT).padStart(5),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
