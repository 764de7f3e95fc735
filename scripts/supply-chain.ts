// `npm run supply-chain`: writes the parts list (SBOM) and the licence list into `dist/`, and verifies signatures.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Lock, licenceOf, nameOf } from "./supply-chain/lock-rules.ts";

const ROOT = dirname(import.meta.dirname);
const DIST = join(ROOT, "dist");
const run = promisify(execFile);
const isWindows = process.platform === "win32";
const npm = (...args: string[]) =>
  run(isWindows ? "npm.cmd" : "npm", args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024, shell: isWindows });

mkdirSync(DIST, { recursive: true });
await writePartsList();
writeLicences();
await verifySignatures();

async function writePartsList(): Promise<void> {
  const { stdout } = await npm("sbom", "--sbom-format", "cyclonedx", "--package-lock-only");
  const { components, specVersion } = JSON.parse(stdout) as { components: unknown[]; specVersion: string };
  writeFileSync(join(DIST, "sbom.cdx.json"), stdout);
  console.log(`dist/sbom.cdx.json: CycloneDX ${specVersion}, ${components.length} packages.`);
}

function writeLicences(): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as Lock;
  const rows = Object.entries(packages)
    .filter(([place]) => place !== "")
    .map(([place, entry]) => [
      nameOf(place),
      entry.version ?? "",
      licenceOf(nameOf(place), entry) ?? "",
      entry.dev ? "build" : "product",
    ])
    .sort(([a = ""], [b = ""]) => a.localeCompare(b));
  const lines = [["package", "version", "licence", "used in"], ...rows].map((row) => `${row.join("\t")}\n`);
  writeFileSync(join(DIST, "licences.tsv"), lines.join(""));
  console.log(`dist/licences.tsv: ${rows.length} packages.`);
}

/** A registry without signing keys is reported; a wrong signature fails the command. */
async function verifySignatures(): Promise<void> {
  try {
    const { stdout } = await npm("audit", "signatures", "--fetch-retries=0", "--fetch-timeout=10000");
    console.log(stdout.trim());
  } catch (error) {
    const output = `${(error as { stdout?: string }).stdout ?? ""}${(error as { stderr?: string }).stderr ?? ""}`;
    if (/invalid|tampered|missing registry signature/i.test(output)) {
      console.error(output.trim());
      process.exitCode = 1;
      return;
    }
    console.log("Signatures were not verified: the registry offers none, or cannot be reached.");
  }
}
