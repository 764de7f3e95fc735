import { verify } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeTemporaryFolder } from "../../../../scripts/system/temporary-folder.ts";
import { findLastSeal, findSeal } from "../../../db/ledger/book-seals.ts";
import { findJournals } from "../../../db/ledger/sealed-rows.ts";
import { inTransaction } from "../../../db/pool.ts";
import { transactionLine } from "../../../ledger/journal-text.ts";
import { createHeadFiles } from "../../../providers/head-files.ts";
import { testContext, testServices } from "../../../testing/context.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { fundWallets, move, movement, openTestBooks, type TestBooks } from "../../../testing/ledger/books.ts";
import { forgeRows, restoringTable, sealEverything } from "../../../testing/ledger/forgeries.ts";
import type { Services } from "../../context.ts";
import { recordAudit } from "../../record-audit.ts";
import { findForeignHeads, isHashOfSeal, publishHead } from "./publish-head.ts";
import { readSealState } from "./read-seal-state.ts";
import { sealBooks } from "./seal-books.ts";
import { macOf, readJournalLines, sealHash } from "./seal-text.ts";
import { verifyAllSeals, verifyNewSeals } from "./verify-books.ts";

const database = useTestDatabase();
let services: Services;
let books: TestBooks;
let from = 0n;
let to = 0n;

beforeAll(async () => {
  services = testServices(database);
  books = await openTestBooks(database.pool, { wallets: 2 });
  [from = 0n, to = 0n] = books.wallets;
  await fundWallets(services.committer, books, 100_000n);
});
afterAll(() => services.committer.close());

async function write(): Promise<void> {
  const metadata = { z: 1.5, a: ["ü", null, { n: -0 }], "2": "two", '"': "\\" };
  const texts = { description: 'a, "b"\n', narration: 'March "salary"', note: "ticket 4711" };
  await move(services.committer, [movement(books, from, to, 100n, { baseFee: 7n, ...texts, metadata })]);
  const ctx = testContext(services, { tenant: { id: books.tenant, merchantId: "", mode: "SANDBOX" } });
  const after = { z: 1, a: { c: [1, 2], b: "text" } };
  await inTransaction(services.db, (tx) =>
    recordAudit(tx, ctx, { action: "test.write", object: { kind: "test", id: "1" }, after, reason: "because" }),
  );
}

const seal = () => sealEverything(services);
const forge = (sql: string, values?: unknown[]) => forgeRows(database, sql, values);
const restoring = (table: string, forgery: () => Promise<void>) => restoringTable(database, table, forgery);
const problems = async () => (await verifyAllSeals(services)).problems.map(({ seal: _seal, ...problem }) => problem);

beforeEach(async () => {
  await write();
  await write();
  await seal();
});

describe("sealed books", () => {
  it("verify, and new seals link to the old ones", async () => {
    const before = await verifyAllSeals(services);
    expect(before.problems).toEqual([]);
    await write();
    await seal();
    const after = await verifyAllSeals(services);
    expect(after).toMatchObject({ problems: [], seals: before.seals + 1 });
    const { rows } = await services.db.query(
      "select count(*)::int as n from book_seals s, unnest(s.journals) j group by j having count(*) > 1",
    );
    expect(rows).toEqual([]);
  });

  it("have the line of before for a transaction without narration, note and reversal", () => {
    const row = {
      ...movement(books, 1n, 2n, 100n, { id: "a", reference: "R" }),
      ...{ tenant: 7, sourceSeq: 3n, destinationSeq: 4n, status: "success", failure: null, at: "5" },
    };
    const line = 'transaction 7 a 1 3 2 4 100 0 0 5 ["transfer","success",null,null,"R",null,"job:test"] null';
    expect(transactionLine(row, row, row)).toBe(line);
    expect(transactionLine({ ...row, narration: "x" }, row, row)).not.toBe(line);
  });

  it("cover every journal and audit row", async () => {
    const { rows } = await services.db.query(
      `select j.id::text from journals j where not exists (select from book_seals s where j.id = any(s.journals))
       union all select a.id::text from audit_log a where not exists (select from book_seals s where a.id = any(s.audit_rows))`,
    );
    expect(rows).toEqual([]);
  });

  it("have a journal for each merchant of a flush, and a row that changes sides is named", async () => {
    const others = await openTestBooks(services.db, { wallets: 2 });
    await fundWallets(services.committer, others, 100_000n);
    const pays = (of: TestBooks) =>
      move(services.committer, [movement(of, of.wallets[0] ?? 0n, of.wallets[1] ?? 0n, 1n)]);
    await Promise.all(Array.from({ length: 20 }, (_, n) => pays(n % 2 === 0 ? books : others)));
    await seal();
    expect(await problems()).toEqual([]);
    const { rows } = await services.db.query<{ id: string; tenants: number[] }>(
      "select id::text, array_agg(tenant order by tenant) as tenants from journals group by id having count(*) > 1 limit 1",
    );
    const [shared] = rows;
    expect(shared?.tenants).toEqual([books.tenant, others.tenant]);
    await restoring("entries", async () => {
      const { id } = await forge(
        `update entries set tenant = $2 where ctid = (select ctid from entries where journal = $1 and tenant = $3 limit 1)
         returning account || '/' || seq as id`,
        [shared?.id, others.tenant, books.tenant],
      );
      const found = await problems();
      expect(found).toContainEqual({ row: "entry", id, tenant: books.tenant, found: "missing" });
      expect(found).toContainEqual({ row: "entry", id, tenant: others.tenant, found: "added" });
    });
    await restoring("journals", async () => {
      await forge("update journals set tenant = 999 where id = $1 and tenant = $2", [shared?.id, books.tenant]);
      const found = await problems();
      expect(found).toContainEqual({ row: "journal", id: shared?.id, tenant: books.tenant, found: "missing" });
      expect(found).toContainEqual({ row: "journal", id: shared?.id, tenant: 999, found: "added" });
    });
  });

  it("verify a journal that the former release wrote for all merchants of its flush", async () => {
    await write();
    const { rows } = await services.db.query<{ id: bigint }>("select max(id) as id from journals");
    const id = rows[0]?.id ?? 0n;
    const span = { after: id - 1n, through: id };
    const lines = (await readJournalLines(services.db, span)).get(id) ?? [];
    const [journal] = await findJournals(services.db, span, 1);
    if (!journal) throw new Error("the journal is missing");
    const former = { ...journal, tenant: 0 };
    const { mac, rowSums } = macOf(services.providers.secrets, former, lines);
    await forge("update journals set tenant = 0, mac = $2, row_sums = $3 where id = $1", [id, mac, rowSums]);
    await seal();
    expect(await problems()).toEqual([]);
  });

  it("verify where the former release's worker sealed them, without their tenants", async () => {
    const last = await findLastSeal(services.db);
    if (!last) throw new Error("there is no seal");
    const before = await findSeal(services.db, last.number - 1n);
    const hash = sealHash(services.providers.secrets, { ...last, journalTenants: null }, before?.hash ?? null);
    await forge("update book_seals set journal_tenants = null, hash = $2 where number = $1", [last.number, hash]);
    expect(await problems()).toEqual([]);
    const id = last.journals.at(-1);
    await restoring("journals", async () => {
      await forge("update journals set lane = lane + 1 where id = $1", [id]);
      expect(await problems()).toEqual([{ row: "journal", id: String(id), tenant: books.tenant, found: "changed" }]);
      await forge("delete from journals where id = $1", [id]);
      expect(await problems()).toContainEqual({ row: "journal", id: String(id), tenant: null, found: "missing" });
    });
  });

  it("verify in steps of bounded size, in the end all of them", async () => {
    await services.db.query("update book_seal_checks set verified = 0, rescanned = 0, rescan_began_at = null");
    const { seals } = await verifyAllSeals(services);
    await services.db.query("update book_seal_checks set verified = 0, rescanned = 0, rescan_began_at = null");
    expect((await verifyNewSeals(services, 1)).verified).toBeLessThan(seals);
    for (let turn = 0; turn < 2 * seals + 1; turn += 1) await verifyNewSeals(services, 1);
    const { rows } = await services.db.query("select verified::int, rescanned::int, problems from book_seal_checks");
    expect(rows).toEqual([{ verified: seals, rescanned: seals, problems: [] }]);
  });

  it("wait for a journal whose number was drawn early and that commits late", async () => {
    const tx = await database.runtime.pool.connect();
    await tx.query("begin");
    await tx.query("select pg_current_xact_id(), nextval('journal_ids')");
    const late = await tx.query<{ id: string }>("select currval('journal_ids')::text as id");
    await write();
    for (let run = 0; run < 3; run += 1) await sealBooks(services);
    const sealed = () =>
      services.db.query("select max(journals_through) >= $1::bigint as past from book_seals", [late.rows[0]?.id]);
    expect((await sealed()).rows).toEqual([{ past: false }]);
    await tx.query("rollback");
    tx.release();
    await seal();
    expect((await sealed()).rows).toEqual([{ past: true }]);
    expect(await problems()).toEqual([]);
  });
});

describe("a row that a database superuser", () => {
  it("edited is named: an entry", async () => {
    await restoring("entries", async () => {
      const { id } = await forge(
        `update entries set delta = delta + 1 where tenant = $1 and account = $2 and seq = 2 returning account || '/' || seq as id`,
        [books.tenant, to],
      );
      expect(await problems()).toEqual([{ row: "entry", id, tenant: books.tenant, found: "changed" }]);
    });
    expect(await problems()).toEqual([]);
  });

  it("edited is named: a transaction's description, an audit row's reason, a journal", async () => {
    await restoring("transactions", async () => {
      const { id } = await forge(
        "update transactions set description = 'rent' where id = (select max(id::text)::uuid from transactions) returning id",
      );
      expect(await problems()).toEqual([{ row: "transaction", id, tenant: books.tenant, found: "changed" }]);
    });
    await restoring("transactions", async () => {
      const { id } = await forge(
        "update transactions set note = null where id = (select max(id::text)::uuid from transactions) returning id",
      );
      expect(await problems()).toEqual([{ row: "transaction", id, tenant: books.tenant, found: "changed" }]);
    });
    await restoring("audit_log", async () => {
      const { id } = await forge(
        "update audit_log set reason = 'another' where number = (select min(number) from audit_log) returning id",
      );
      expect(await problems()).toEqual([{ row: "audit row", id, tenant: books.tenant, found: "changed" }]);
    });
    await restoring("journals", async () => {
      const { id } = await forge(
        "update journals set at = at + interval '1 microsecond' where id = (select min(id) from journals) returning id::text",
      );
      expect(await problems()).toMatchObject([{ row: "journal", id, found: "changed" }]);
    });
  });

  it("deleted is named: an entry, a transaction, a journal, an audit row", async () => {
    await restoring("entries", async () => {
      const { id } = await forge(
        "delete from entries where tenant = $1 and account = $2 and seq = 3 returning account || '/' || seq as id",
        [books.tenant, to],
      );
      expect(await problems()).toEqual([{ row: "entry", id, tenant: books.tenant, found: "missing" }]);
    });
    await restoring("transactions", async () => {
      const { id } = await forge(
        "delete from transactions where id = (select max(id::text)::uuid from transactions) returning id",
      );
      expect(await problems()).toEqual([{ row: "transaction", id, tenant: books.tenant, found: "missing" }]);
    });
    await restoring("journals", async () => {
      const { id } = await forge("delete from journals where id = (select max(id) from journals) returning id::text");
      expect(await problems()).toContainEqual({ row: "journal", id, tenant: books.tenant, found: "missing" });
    });
    await restoring("audit_log", async () => {
      const { id } = await forge(
        "delete from audit_log where number = (select min(number) from audit_log) returning id",
      );
      expect(await problems()).toEqual([{ row: "audit row", id, tenant: null, found: "missing" }]);
    });
  });

  it("inserted is named: an entry, an audit row among the sealed ones, an audit row at the end", async () => {
    await restoring("entries", async () => {
      const { id } = await forge(
        `insert into entries (tenant, account, seq, journal, transaction, delta, balance_after, at)
         select tenant, account, seq + 1000, journal, null, 5, 5, at from entries where tenant = $1 and account = $2 and seq = 2
         returning account || '/' || seq as id`,
        [books.tenant, to],
      );
      expect(await problems()).toEqual([{ row: "entry", id, tenant: books.tenant, found: "added" }]);
    });
    await restoring("audit_log", async () => {
      const { id } = await forge(
        `insert into audit_log (tenant, id, at, actor_kind, actor_id, actor_name, action, object_kind, object_id, request_id, number, mac)
         select tenant, gen_random_uuid(), at, actor_kind, actor_id, actor_name, action, object_kind, object_id, request_id,
           0, mac from audit_log where number = 1 returning id`,
      );
      expect(await problems()).toEqual([{ row: "audit row", id, tenant: books.tenant, found: "added" }]);
    });
  });

  it("swapped with another is named", async () => {
    await restoring("audit_log", async () => {
      const rows = await services.db.query<{ id: string }>("select id from audit_log order by number desc limit 2");
      await forge("update audit_log set number = -number where number >= (select max(number) - 1 from audit_log)");
      await forge(
        `update audit_log set number = case -number when (select max(-number) from audit_log) then -number - 1 else -number + 1 end
         where number < 0`,
      );
      expect(await problems()).toEqual([
        { row: "audit row", id: rows.rows[1]?.id, tenant: books.tenant, found: "moved" },
      ]);
    });
    expect(await problems()).toEqual([]);
  });

  it("wrote without the key is named once it is sealed", async () => {
    const { id } = await forge(
      `insert into audit_log (tenant, id, at, actor_kind, actor_id, actor_name, action, object_kind, object_id, request_id)
       values ($1, gen_random_uuid(), now(), 'platform', 'x', 'x', 'forged.row', 'test', '1', 'x') returning id`,
      [books.tenant],
    );
    const journal = await forge(
      `with journal as (insert into journals (id, lane, kind, n, at, mac, row_sums)
         values (nextval('journal_ids'), 0, 'flush', 0, now(), decode(repeat('ab', 32), 'hex'), '') returning id)
       select id::text from journal`,
    );
    await seal();
    await verifyNewSeals(services);
    const { rows } = await services.db.query<{ problems: object[] }>("select problems from book_seal_checks");
    expect(rows[0]?.problems).toEqual([
      expect.objectContaining({ row: "journal", id: journal.id, found: "changed" }),
      expect.objectContaining({ row: "audit row", id, found: "unsigned" }),
    ]);
  });
});

describe("the daily head", () => {
  const folder = makeTemporaryFolder("book-heads-");
  const publishing = () => ({ ...services, headFiles: createHeadFiles(folder, services.providers.secrets) });

  it("is written once a day, and its signature verifies with the published key", async () => {
    expect(await publishHead(publishing())).toBeDefined();
    expect(await publishHead(publishing())).toBeUndefined();
    const file = join(folder, `${services.clock.now().toISOString().slice(0, 10)}.json`);
    const text = await readFile(file);
    const key = await readFile(join(folder, "public-key.pem"));
    expect(verify(null, text, key, await readFile(`${file}.sig`))).toBe(true);
    const { head } = await readSealState(services);
    expect(JSON.parse(text.toString())).toMatchObject({ version: 1, seal: head?.number, hash: head?.hash });
    expect(await findForeignHeads(publishing())).toEqual({ files: 1, foreign: [] });
  });

  it("is reported if the chain names another hash, or somebody edited the file", async () => {
    await writeFile(join(folder, "2020-01-01.json"), '{"seal":1,"hash":"00"}');
    const rewritten = { version: 1, seal: 1, hash: "00" };
    await publishing().headFiles.write("2020-01-02", rewritten);
    expect((await findForeignHeads(publishing())).foreign).toEqual([
      "2020-01-01.json: the signature does not match",
      "2020-01-02.json: seal 1 of the chain has another hash",
    ]);
  });
});

it("a hash that was kept elsewhere is compared with its seal", async () => {
  const { head } = await readSealState(services);
  const { number = 0, hash = "" } = head ?? {};
  expect(await isHashOfSeal(services.db, number, hash)).toBe(true);
  expect(await isHashOfSeal(services.db, number - 1, hash)).toBe(false);
  expect(await isHashOfSeal(services.db, number + 1, hash)).toBe(false);
});

describe("rows from before codes existed", () => {
  const older = useTestDatabase();

  it("are sealed as they are found, and an edit names the journal", async () => {
    const others = testServices(older);
    const theirs = await openTestBooks(older.pool, { wallets: 2 });
    await fundWallets(others.committer, theirs, 1_000n);
    const asOwner = async (sql: string) => {
      await inTransaction(older.pool, async (tx) => {
        await tx.query("set local session_replication_role = replica");
        await tx.query(sql);
      });
    };
    await asOwner("update journals set mac = null, row_sums = null");
    const sealed = async () => (await older.pool.query("select from book_seals")).rowCount;
    while ((await sealed()) === 0) await sealBooks(others);
    expect((await verifyAllSeals(others)).problems).toEqual([]);
    await asOwner("update transactions set description = 'rent' where journal = (select max(id) from journals)");
    expect((await verifyAllSeals(others)).problems).toMatchObject([{ row: "journal", found: "changed" }]);
    await others.committer.close();
  });
});

describe("the chain itself", () => {
  it("names an edited and a removed seal, also the last ones", async () => {
    const { seals, problems: known } = await verifyAllSeals(services);
    const rest = (found: object[]) =>
      found.filter((one) => !known.some((other) => other.id === (one as { id: string }).id));
    await restoring("book_seals", async () => {
      await forge("update book_seals set at = at + interval '1 hour' where number = 2");
      expect(rest(await problems())).toMatchObject([{ row: "seal", id: "2", found: "changed" }]);
    });
    await restoring("book_seals", async () => {
      await forge("delete from book_seals where number = $1", [seals]);
      expect(rest(await problems())).toMatchObject([{ row: "seal", id: String(seals), found: "missing" }]);
    });
    expect(rest(await problems())).toEqual([]);
  });
});
