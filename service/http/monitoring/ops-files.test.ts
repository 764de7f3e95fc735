import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { openWebhookHarness, type WebhookHarness } from "../../testing/webhooks/webhook-harness.ts";
import { createMetrics } from "./metrics.ts";
import { createWorkerMetrics } from "./worker-metrics.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const database = useTestDatabase();
let harness: WebhookHarness;
let exported: Set<string>;

beforeAll(async () => {
  harness = await openWebhookHarness(database);
  const [service, worker] = [createMetrics(), createWorkerMetrics()];
  service.watch(harness.services);
  worker.watch(harness.services, harness.deliverer);
  const text = `${await service.text()}\n${await worker.text()}`;
  exported = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? ""));
});
afterAll(() => harness.close());

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const rules = read("ops/prometheus/alerts.yml");
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? "");
const expressions: [string, string][] = [...rules.matchAll(/expr: (.+)/g)].map(([, expr = ""], index) => [
  `alert ${alerts[index]}`,
  expr,
]);
for (const file of globSync("ops/grafana/*.json", { cwd: ROOT })) {
  const { panels } = JSON.parse(read(file)) as { panels: { title: string; targets: { expr: string }[] }[] };
  for (const { title, targets } of panels) for (const { expr } of targets) expressions.push([`panel ${title}`, expr]);
}

/** The metrics of an expression: names that are no function, keyword or label. */
function metricsOf(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]|\boffset \w+|\b(by|without|on) \([^)]*\)/g, " ");
  const names = [...bare.matchAll(/[a-z_][a-z0-9_]*(?!\w|\s*\()/gi)].map(([name]) => name);
  return names.filter((name) => !["sum", "max", "min", "by", "or", "and", "unless", "up"].includes(name));
}

describe("the files in ops", () => {
  it.each(expressions)("%s asks for metrics that exist", (_title, expression) => {
    const names = metricsOf(expression);
    const missing = names.filter(
      (name) => !exported.has(name) && !exported.has(name.replace(/_(bucket|sum|count)$/, "")),
    );
    expect(missing).toEqual([]);
    expect(names.length > 0 || expression.startsWith("up{")).toBe(true);
  });

  it.each(["ops/Caddyfile", "ops/haproxy.cfg", "ops/kubernetes/service.yaml"])("%s asks what requests need", (file) => {
    expect(read(file)).toContain("/readyz?for=traffic");
  });

  it("each alert has a line in the runbook", () => {
    const runbook = read("docs/operations.md");
    expect(alerts.length).toBeGreaterThan(20);
    expect(alerts.filter((name) => !runbook.includes(`| \`${name}\` |`))).toEqual([]);
  });

  it("each alert is made to fire by the bench, or says there why not", () => {
    const bench = read("bench/alerts.ts") + read("bench/support/faults.ts");
    expect(alerts.filter((name) => !bench.includes(name))).toEqual([]);
  });
});
