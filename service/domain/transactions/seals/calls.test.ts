import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call } from "../../../ledger/movement.ts";
import { testServices } from "../../../testing/context.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { fundWallets, move, movement, openTestBooks, type TestBooks } from "../../../testing/ledger/books.ts";
import { forgeRows, restoringTable, sealEverything } from "../../../testing/ledger/forgeries.ts";
import type { Services } from "../../context.ts";
import { verifyAllSeals } from "./verify-books.ts";

// The verifier finds a changed call of a transaction, as it finds a changed audit row. Decision 0218.

const database = useTestDatabase();
let services: Services;
let books: TestBooks;
const first = { actorName: 'Ada "A" Eze', address: "192.0.2.7", requestId: "request-1" };
const second = { actorName: "Payroll", address: null, requestId: "request-2" };
let [called, other, plain] = ["", "", ""];

beforeAll(async () => {
  services = testServices(database);
  books = await openTestBooks(database.pool, { wallets: 2 });
  await fundWallets(services.committer, books, 100_000n);
  const [a, b, c] = [pay(first), pay(second), pay(null)];
  [called, other, plain] = [a.id, b.id, c.id];
  // One flush has all three.
  await move(services.committer, [a, b, c]);
  await move(services.committer, [pay(first)]);
  await move(services.committer, [pay(null)]);
  await sealEverything(services);
});
afterAll(() => services.committer.close());

function pay(call: Call | null) {
  const [from = 0n, to = 0n] = books.wallets;
  return movement(books, from, to, 100n, { call });
}

async function problems() {
  return (await verifyAllSeals(services)).problems.map(({ row, id, found }) => ({ row, id, found }));
}

it("journals whose transactions have calls say so, and are verified", async () => {
  const { rows } = await database.pool.query(
    "select kind, call_mac is not null as signed, length(call_sums) as sums from journals order by id desc limit 3",
  );
  expect(rows).toEqual([
    { kind: "flush", signed: false, sums: null },
    { kind: "flush with calls", signed: true, sums: 4 },
    { kind: "batch with calls", signed: true, sums: 8 },
  ]);
  const calls = await database.pool.query(
    `select actor_name as "actorName", address, request_id as "requestId" from transactions where id = any($1::uuid[]) order by id`,
    [[called, other, plain]],
  );
  expect(calls.rows).toEqual([first, second, { actorName: null, address: null, requestId: null }]);
  expect(await problems()).toEqual([]);
});

describe("a call is named that", () => {
  const changed = (...ids: (() => string)[]) => ids.map((id) => ({ row: "transaction", id: id(), found: "changed" }));
  const [ofCalled, ofOther, ofPlain] = [() => called, () => other, () => plain];

  it.each<[string, string, (() => string)[]]>([
    ["has another address", "address = '192.0.2.8' where id = $1", [ofCalled]],
    ["has no address any more", "address = null where id = $1", [ofCalled]],
    ["has no request ID any more", "request_id = null where id = $1", [ofCalled]],
    ["has another actor", "actor_name = 'Somebody' where id = $2", [ofOther]],
    ["was added", "request_id = 'request-3' where id = $3", [ofPlain]],
    [
      "changed places with another",
      "(actor_name, address, request_id) = (select t.actor_name, t.address, t.request_id from transactions t where t.id <> transactions.id and t.id = any(array[$1, $2]::uuid[])) where id = any(array[$1, $2]::uuid[])",
      [ofCalled, ofOther],
    ],
  ])("%s", async (_name, update, ids) => {
    await restoringTable(database, "transactions", async () => {
      await forge(`update transactions set ${update}`);
      expect(await problems()).toEqual(changed(...ids));
    });
  });

  it("was taken out: the journal has lost it", async () => {
    const journal = { row: "journal", id: await journalOf(called), found: "changed" };
    await restoringTable(database, "transactions", async () => {
      await forge("update transactions set actor_name = null, address = null, request_id = null where id = $1");
      expect(await problems()).toEqual([journal]);
      await forge("update transactions set actor_name = null, address = null, request_id = null where id = $2");
      expect(await problems()).toEqual([journal]);
      // With its code and its word in the kind of the journal: the journal's own code covers the kind.
      await restoringTable(database, "journals", async () => {
        await forge("update journals set kind = 'batch', call_mac = null, call_sums = null where id = $4");
        expect(await problems()).toEqual([journal]);
      });
    });
  });

  it("has no code any more, or that of another journal", async () => {
    await restoringTable(database, "journals", async () => {
      await forge("update journals set call_mac = null, call_sums = null where id = $4");
      expect(await problems()).toEqual(changed(ofCalled, ofOther));
      await forge(
        "update journals set (call_mac, call_sums) = (select j.call_mac, j.call_sums from journals j where j.kind = 'flush with calls') where id = $4",
      );
      expect((await problems()).length).toBeGreaterThan(0);
    });
    expect(await problems()).toEqual([]);
  });
});

it("each merchant's journal of a flush says for itself whether it has calls", async () => {
  const others = await openTestBooks(database.pool, { wallets: 2 });
  await fundWallets(services.committer, others, 1_000n);
  const [from = 0n, to = 0n] = others.wallets;
  const both = [() => pay(first), () => movement(others, from, to, 1n)];
  await Promise.all(
    Array.from({ length: 10 }, () => both).flatMap((pays) => pays.map((one) => move(services.committer, [one()]))),
  );
  const { rows } = await database.pool.query(
    `select array_agg(kind order by tenant) as kinds, array_agg(call_mac is not null order by tenant) as signed
     from journals group by id having count(*) > 1 limit 1`,
  );
  expect(rows).toEqual([{ kinds: ["flush with calls", "flush"], signed: [true, false] }]);
  await sealEverything(services);
  expect(await problems()).toEqual([]);
});

async function journalOf(transaction: string): Promise<string> {
  const { rows } = await database.pool.query("select journal::text from transactions where id = $1", [transaction]);
  return rows[0].journal;
}

/** `$1` to `$3` are the three transactions, `$4` their journal. */
async function forge(sql: string): Promise<void> {
  const values = [called, other, plain, await journalOf(called)];
  const text = sql.replaceAll(/\$([1-4])/g, (_match, place: string) => `'${values[Number(place) - 1]}'`);
  await forgeRows(database, text);
}
