import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";

// What Prometheus itself says of the files in ops, where its promtool is installed (Debian: prometheus).
const OPS = join(import.meta.dirname, "..", "ops");
const program = (process.env.PATH ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "promtool"))
  .find((file) => existsSync(file));

function promtool(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program ?? "", args, { cwd: OPS, encoding: "utf8" });
  return `${status} ${stdout}${stderr}`;
}

test.skipIf(!program)("Prometheus accepts the scrape configurations and the rules", () => {
  for (const file of ["prometheus.yml", "prometheus/compose.yml"]) {
    expect(promtool("check", "config", file), file).toMatch(/^0 .*SUCCESS/s);
  }
  // Debian builds it without the discovery of Kubernetes: nothing else of the file may be wrong.
  expect(promtool("check", "config", "prometheus/kubernetes.yml")).toMatch(
    /^0 .*SUCCESS|errors:\n *line \d+: field kubernetes_sd_configs not found in type config\.ScrapeConfig\s*$/s,
  );
});

test.skipIf(!program)("series fire the alerts whose fault no bench makes, and only those series", () => {
  expect(promtool("test", "rules", "prometheus/alerts.test.yml")).toMatch(/^0 .*SUCCESS/s);
});
