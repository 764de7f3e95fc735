import { chromium } from "@playwright/test";
import { findOrInstallChromium } from "../../scripts/testing/chromium.ts";

/** A panel of a dashboard: lines of points, `x` from 0 to 1. */
export type DrawnPanel = { title: string; lines: { legend: string; points: { x: number; y: number }[] }[] };

const [WIDTH, HEIGHT] = [560, 150];
/** Points further apart are not joined. */
const GAP = 0.05;
const COLOURS = ["#2563eb", "#d97706", "#059669", "#dc2626", "#7c3aed", "#0891b2"];

/** Draws panels below each other into a PNG file. */
export async function drawPanels(file: string, heading: string, panels: readonly DrawnPanel[]): Promise<void> {
  const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: { width: WIDTH + 100, height: 100 } });
    await page.setContent(
      `<body style="font:13px sans-serif;margin:16px;background:#fff;color:#111"><h1 style="font-size:16px">${textOf(heading)}</h1>` +
        `${panels.map(sectionOf).join("")}</body>`,
    );
    await page.screenshot({ path: file, fullPage: true });
  } finally {
    await browser.close();
  }
}

function sectionOf({ title, lines }: DrawnPanel): string {
  const shown = lines.filter(({ points }) => points.some(({ y }) => Number.isFinite(y)));
  const top = Math.max(...shown.flatMap(({ points }) => points.map(({ y }) => (Number.isFinite(y) ? y : 0))), 0) || 1;
  const paths = shown.map(({ points }, index) => {
    const known = points.filter(({ y }) => Number.isFinite(y));
    const way = known.map(({ x, y }, n) => {
      const isNext = x - (known[n - 1]?.x ?? Number.NEGATIVE_INFINITY) < GAP;
      return `${isNext ? "L" : "M"}${(x * WIDTH).toFixed(1)},${(HEIGHT - (y / top) * (HEIGHT - 10)).toFixed(1)}`;
    });
    return `<path d="${way.join("")}" fill="none" stroke="${colourOf(index)}" stroke-width="2"/>`;
  });
  const legends = shown.map(({ legend, points }, index) => {
    const last = points.at(-1)?.y ?? Number.NaN;
    return `<span style="color:${colourOf(index)}">■</span> ${textOf(legend)} ${last.toPrecision(3)}`;
  });
  return (
    `<h2 style="font-size:14px;margin:12px 0 4px">${textOf(title)} <small>(0 to ${top.toPrecision(3)})</small></h2>` +
    `<svg width="${WIDTH}" height="${HEIGHT}" style="border-left:1px solid #999;border-bottom:1px solid #999">${paths.join("")}</svg>` +
    `<div>${legends.join(" &nbsp; ")}</div>`
  );
}

function colourOf(index: number): string {
  return COLOURS[index % COLOURS.length] ?? "#111";
}

function textOf(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
