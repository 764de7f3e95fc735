import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { canEnter, choosePostgresAccount } from "./postgres-account.ts";

const folder = mkdtempSync(join(tmpdir(), "wallet-account-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const closed = join(folder, "closed");
const inside = join(closed, "inside");
mkdirSync(inside, { recursive: true });
chmodSync(folder, 0o711);
chmodSync(inside, 0o755);

const program = join(inside, "postgres");
writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
const stranger = { uid: 65534, gid: 65534 };

test("a folder can be entered only if all folders above it can", () => {
  chmodSync(closed, 0o700);
  expect(canEnter(inside, stranger)).toBe(false);
  expect(canEnter(inside, { uid: statSync(closed).uid, gid: 65534 })).toBe(true);
  chmodSync(closed, 0o711);
  expect(canEnter(inside, stranger)).toBe(true);
});

const isRootAmongOpenFolders = process.getuid?.() === 0 && canEnter(tmpdir(), stranger);

test.runIf(isRootAmongOpenFolders)("root uses another account, with a capability only for closed folders", () => {
  chmodSync(closed, 0o755);
  const open = choosePostgresAccount({ program, dataDir: join(inside, "pg") });
  expect(open.command("x", ["y"])).toEqual(["x", ["y"]]);
  expect(open.identity.uid).toBeGreaterThan(0);
  chmodSync(closed, 0o700);
  const [file, args] = choosePostgresAccount({ program, dataDir: join(inside, "pg") }).command("x", ["y"]);
  expect(file).toBe("setpriv");
  expect(args.slice(-2)).toEqual(["x", "y"]);
});
