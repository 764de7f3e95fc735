import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../scripts/system/ports.ts";
import { type DrawnPanel, drawPanels } from "./draw-panels.ts";

/** All times of the rules and dashboards are this many times shorter. */
const SPEED = 20;
const PATIENCE_MS = 120_000;
const OPS = join(import.meta.dirname, "..", "..", "ops");

type Sample = { metric: Record<string, string>; value: string };

/** The installed program, if there is one. */
export function findPrometheus(): string | undefined {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((one) => join(one, "prometheus"))
    .find((file) => existsSync(file));
}

/** Starts Prometheus with the files of `ops` and shorter times, for one service and one worker on this machine. */
export async function startPrometheus(
  program: string,
  { folder, service, workerPort }: { folder: string; service: string; workerPort: number },
) {
  const rules = join(folder, "alerts.yml");
  writeFileSync(rules, faster(readFileSync(join(OPS, "prometheus", "alerts.yml"), "utf8")));
  const settings = readFileSync(join(OPS, "prometheus.yml"), "utf8")
    .replaceAll("15s", "1s")
    .replace("prometheus/alerts.yml", rules)
    .replace("127.0.0.1:4000", service)
    .replace("127.0.0.1:4001", `127.0.0.1:${workerPort}`);
  writeFileSync(join(folder, "prometheus.yml"), settings);
  const listen = `127.0.0.1:${await findFreePort()}`;
  const args = [
    `--config.file=${join(folder, "prometheus.yml")}`,
    `--storage.tsdb.path=${join(folder, "series")}`,
    `--web.listen-address=${listen}`,
  ];
  const child = spawn(program, args, { stdio: "ignore" });
  await untilTrue("Prometheus answers", async () => (await fetch(`http://${listen}/-/ready`)).ok);

  async function query(expression: string): Promise<Sample[]> {
    const reply = await fetch(`http://${listen}/api/v1/query?${new URLSearchParams({ query: expression })}`);
    const { data } = (await reply.json()) as {
      data?: { result: { metric: Sample["metric"]; value: [number, string] }[] };
    };
    return (data?.result ?? []).map(({ metric, value }) => ({ metric, value: value[1] }));
  }

  return {
    query,
    /** Draws what the panels of the dashboards showed in the last `seconds`, as a PNG file. */
    async drawPanels(file: string, heading: string, titles: readonly string[], seconds = 90): Promise<void> {
      const panels: DrawnPanel[] = [];
      for (const title of titles) {
        const lines = (await Promise.all(targetsOf(title).map((target) => readLines(listen, target, seconds)))).flat();
        panels.push({ title, lines });
      }
      await drawPanels(file, heading, panels);
    },
    /** The names of the alerts that fire now. */
    async firing(): Promise<Set<string>> {
      const samples = await query('ALERTS{alertstate="firing"}');
      return new Set(samples.map(({ metric }) => metric.alertname ?? ""));
    },
    /** Prints what the panel of a dashboard shows now. */
    async printPanel(title: string): Promise<void> {
      for (const { expr, legendFormat } of targetsOf(title)) {
        for (const { metric, value } of await query(faster(expr))) {
          const legend = legendFormat.replace(/\{\{(\w+)\}\}/g, (_all, label: string) => metric[label] ?? "");
          if (Number(value) !== 0) console.log(`  ${title} | ${legend}: ${Number(value).toPrecision(3)}`);
        }
      }
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

/** The series of one expression of a panel, one value a second. */
async function readLines(
  listen: string,
  target: Panel["targets"][number],
  seconds: number,
): Promise<DrawnPanel["lines"]> {
  const end = Date.now() / 1_000;
  const range = { query: faster(target.expr), start: String(end - seconds), end: String(end), step: "1" };
  const reply = await fetch(`http://${listen}/api/v1/query_range?${new URLSearchParams(range)}`);
  const { data } = (await reply.json()) as {
    data?: { result: { metric: Sample["metric"]; values: [number, string][] }[] };
  };
  return (data?.result ?? []).map(({ metric, values }) => ({
    legend: target.legendFormat.replace(/\{\{(\w+)\}\}/g, (_all, label: string) => metric[label] ?? ""),
    points: values.map(([at, value]) => ({ x: 1 - (end - at) / seconds, y: Number(value) })),
  }));
}

type Panel = { title: string; targets: { expr: string; legendFormat: string }[] };

function targetsOf(title: string): Panel["targets"] {
  const files = ["service.json", "worker.json"].map((file) => readFileSync(join(OPS, "grafana", file), "utf8"));
  const panels = files.flatMap((file) => (JSON.parse(file) as { panels: Panel[] }).panels);
  return panels.find((panel) => panel.title === title)?.targets ?? [];
}

/** An expression or rules file with shorter windows, waits and ages. */
function faster(text: string): string {
  return text
    .replace(/\[(\d+)(m|d)\]/g, (_all, n: string, unit: string) => `[${secondsOf(n, unit)}s]`)
    .replace(/offset (\d+)(m)/g, (_all, n: string, unit: string) => `offset ${secondsOf(n, unit)}s`)
    .replace(/for: (\d+)(s|m)/g, (_all, n: string, unit: string) => `for: ${secondsOf(n, unit) * 1_000}ms`)
    .replace("+ 300", `+ ${300 / SPEED}`)
    .replace(
      /(_seconds) > (\d+)\b(?! \*)/g,
      (_all, name: string, n: string) => `${name} > ${Math.max(Number(n) / SPEED, SHORTEST_AGE)}`,
    );
}

/** Some jobs run every ten seconds, so younger proofs and queues are normal. */
const SHORTEST_AGE = 15;

function secondsOf(n: string, unit: string): number {
  const seconds = { s: 1, m: 60, d: 86_400 }[unit] ?? 1;
  return (Number(n) * seconds) / SPEED;
}

export async function untilTrue(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() > until) throw new Error(`not in time: ${what}`);
    await sleep(200);
  }
}
