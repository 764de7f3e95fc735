import type { QueryResult } from "pg";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { endpoint } from "../../../contract/endpoint.ts";
import { success } from "../../../contract/envelope.ts";
import { insertStoredAnswer } from "../../db/ledger/idempotency-keys.ts";
import type { Context, Services } from "../../domain/context.ts";
import { Failure } from "../../domain/failure.ts";
import { AnsweredBefore } from "../../domain/idempotency.ts";
import { expireStoredAnswers } from "../../domain/stored-answers.ts";
import { type TestClock, testClock } from "../../testing/clock.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, TEST_PASSWORD } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";
import { silentLog } from "../monitoring/log.ts";
import { createMetrics } from "../monitoring/metrics.ts";
import type { Answer, KeyLookup } from "../route.ts";
import { createServer } from "../server.ts";

const makeThing = endpoint({
  method: "POST",
  path: "/thing",
  tag: "Things",
  summary: "Create a test record",
  source: "this test",
  extension: false,
  callers: ["session"],
  permission: null,
  dashboard: false,
  idempotent: true,
  status: 201,
  message: "Made.",
  body: z.object({ name: z.string(), size: z.number().optional() }),
  reply: success({ number: z.int() }),
});

const database = useTestDatabase();
let clock: TestClock;
let services: Services;
let made: number;
let hinder: (ctx: Context) => Promise<void>;
let app: ReturnType<typeof createServer>["app"];
let bearer: { authorization: string };

beforeEach(async () => {
  clock = testClock();
  services = testServices(database, { clock });
  made = 0;
  hinder = () => Promise.resolve();
  bearer = await newBearer();
  app = newServer(services);
});

async function newBearer(): Promise<{ authorization: string }> {
  const email = `owner-${services.ids.next()}@test.example`;
  await createTestMerchant(services, { owner: { email, password: TEST_PASSWORD, firstName: "A", lastName: "B" } });
  return bearerOf(services, email);
}

/** Commits the reply together with its effect, as postings do. */
function newServer(from: Services, keyLookup: KeyLookup = "before") {
  const parts = {
    table: [makeThing],
    log: silentLog,
    metrics: createMetrics(),
    trustedProxies: "",
    checkReplies: true,
  };
  const server = createServer(from, parts);
  async function makeOne(ctx: Context, _input: unknown, answer: Answer): Promise<object> {
    await hinder(ctx);
    made += 1;
    const payload = { number: made };
    answer.header("Location", `/v1/thing/${made}`);
    if (ctx.pendingAnswer) await store(ctx, payload);
    return payload;
  }
  server.binder.bind(makeThing, makeOne, { keyLookup });
  return server.app;
}

async function store(ctx: Context, payload: object): Promise<void> {
  if (!ctx.pendingAnswer) return;
  const { key, requestHash, render } = ctx.pendingAnswer;
  const row = { ...render({ payload }), requestHash, at: ctx.clock.now() };
  await insertStoredAnswer(ctx.db, ctx.tenant.id, key, row);
}

function make(key: string | undefined, body: object = { name: "a" }, who = bearer, at = app) {
  const headers = { ...who, ...(key === undefined ? {} : { "idempotency-key": key }) };
  return at.inject({ method: "POST", url: "/v1/thing", headers, payload: body });
}

describe("a key", () => {
  it("returns the first reply again, with the replay header", async () => {
    const first = await make("k1");
    const second = await make("k1");
    expect(first.json()).toEqual({ status: true, message: "Made.", number: 1 });
    expect([second.statusCode, second.body]).toEqual([201, first.body]);
    expect(second.headers).toMatchObject({ "idempotency-replayed": "true", location: "/v1/thing/1" });
    expect(first.headers["idempotency-replayed"]).toBeUndefined();
    expect(made).toBe(1);
  });

  it("ignores the order of fields and unknown fields", async () => {
    await make("k1", { name: "a", size: 1 });
    const again = await make("k1", { size: 1, name: "a", colour: "red" });
    expect(again.headers["idempotency-replayed"]).toBe("true");
  });

  it("rejects another body with 422", async () => {
    await make("k1");
    const other = await make("k1", { name: "b" });
    expect([other.statusCode, other.json().code]).toEqual([422, "idempotency_key_reused"]);
    expect(made).toBe(1);
  });

  it("is unique per merchant and mode", async () => {
    await make("k1");
    expect((await make("k1", { name: "b" }, await newBearer())).statusCode).toBe(201);
    expect(made).toBe(2);
  });

  it("does nothing for requests without one", async () => {
    await make(undefined);
    await make(undefined);
    expect(made).toBe(2);
  });

  it.each(["", " ", "a b", "ü", "x".repeat(256)])("with the value %j is 400 and names the header", async (key) => {
    const answer = await make(key);
    expect([answer.statusCode, answer.json().code]).toEqual([400, "idempotency_key_invalid"]);
    expect(answer.json().errors[0].field).toBe("Idempotency-Key");
    expect(made).toBe(0);
  });

  it("can be reused after 48 hours", async () => {
    await make("k1");
    clock.advance(48 * 3_600_000 + 1);
    await expireStoredAnswers(services);
    const { rows } = await database.pool.query(
      "select count(*)::int as n from idempotency_keys where key = 'k1' and at < $1",
      [new Date(clock.now().getTime() - 48 * 3_600_000)],
    );
    expect(rows[0].n).toBe(0);
  });

  it("are deleted in groups of thousands", async () => {
    await database.pool.query(
      `insert into idempotency_keys (tenant, key, request_hash, status, body, at)
       select 1, 'old-' || i, '', 201, '', 'epoch' from generate_series(1, 45000) i`,
    );
    const query = vi.spyOn(services.db, "query");
    expect(await expireStoredAnswers(services)).toBeGreaterThanOrEqual(45_000);
    const parts = await Promise.all(query.mock.results.map(({ value }): Promise<QueryResult> => value));
    expect(Math.max(...parts.map(({ rowCount }) => rowCount ?? 0))).toBe(20_000);
  });
});

describe("while the first request runs", () => {
  it("the same request is 409, another body 422, and the first succeeds", async () => {
    let release = () => {};
    const began = new Promise<void>((resolve) => {
      hinder = () =>
        new Promise((go) => {
          release = go;
          resolve();
        });
    });
    const first = make("k1").then((answer) => answer.statusCode);
    await began;
    expect((await make("k1")).json()).toMatchObject({ code: "idempotency_in_flight", status: false });
    expect((await make("k1", { name: "b" })).json().code).toBe("idempotency_key_reused");
    release();
    expect(await first).toBe(201);
    expect(made).toBe(1);
  });

  it("in another process, the loser of the commit replays the winner's reply", async () => {
    const elsewhere = newServer(testServices(database, { clock }));
    let winner: string | undefined;
    hinder = async () => {
      hinder = () => Promise.resolve();
      winner = (await make("k1", { name: "a" }, bearer, elsewhere)).body;
    };
    const loser = await make("k1");
    expect([loser.statusCode, loser.body, loser.headers["idempotency-replayed"]]).toEqual([201, winner, "true"]);
  });

  it.each(["customer_exists", "possible_duplicate", "approval_decided", "approval_repeated"] as const)(
    "in another process, a request rejected with %s because of the winner's effect replays the winner's reply",
    async (code) => {
      const elsewhere = newServer(testServices(database, { clock }));
      let winner: string | undefined;
      hinder = async () => {
        hinder = () => Promise.resolve();
        winner = (await make("k1", { name: "a" }, bearer, elsewhere)).body;
        throw new Failure(code);
      };
      const loser = await make("k1");
      expect([loser.statusCode, loser.body, loser.headers["idempotency-replayed"]]).toEqual([201, winner, "true"]);
    },
  );

  it("replays the reply that the posting found under the key", async () => {
    hinder = (ctx) => {
      if (!ctx.pendingAnswer) throw new Error("no key");
      throw new AnsweredBefore(
        { status: 201, headers: {}, body: '{"status":true,"number":7}' },
        ctx.pendingAnswer.requestHash,
      );
    };
    const answer = await make("k1");
    expect([answer.json().number, answer.headers["idempotency-replayed"]]).toEqual([7, "true"]);
  });
});

describe("a key that the commit looks up", () => {
  let inCommit: typeof app;
  beforeEach(() => {
    inCommit = newServer(services, "in_commit");
  });
  const makeInCommit = (key: string, body: object = { name: "a" }) => make(key, body, bearer, inCommit);

  it("is not read before a new request", async () => {
    await makeInCommit("k0");
    const query = vi.spyOn(services.db, "query");
    expect((await makeInCommit("k1")).statusCode).toBe(201);
    const reads = query.mock.calls.filter((call) => JSON.stringify(call).includes("idempotency_keys k"));
    expect(reads).toEqual([]);
  });

  it("replays the first reply, and rejects another body", async () => {
    const first = await makeInCommit("k1");
    const second = await makeInCommit("k1");
    expect([second.statusCode, second.body]).toEqual([201, first.body]);
    expect(second.headers["idempotency-replayed"]).toBe("true");
    expect((await makeInCommit("k1", { name: "b" })).json().code).toBe("idempotency_key_reused");
  });

  it.each(["permission_missing", "unavailable", "outcome_unknown", "customer_not_found"] as const)(
    "replays the first reply where a repeated request fails with %s",
    async (code) => {
      const first = await makeInCommit("k1");
      hinder = () => Promise.reject(new Failure(code));
      const second = await makeInCommit("k1");
      expect([second.statusCode, second.body]).toEqual([201, first.body]);
      expect((await makeInCommit("k1", { name: "b" })).json().code).toBe("idempotency_key_reused");
    },
  );

  it("names the failure of a new request", async () => {
    hinder = () => Promise.reject(new Failure("outcome_unknown"));
    expect((await makeInCommit("k1")).json().code).toBe("outcome_unknown");
    hinder = () => Promise.reject(new Failure("customer_not_found"));
    const refusal = await makeInCommit("k2");
    hinder = () => Promise.resolve();
    expect((await makeInCommit("k2")).body).toBe(refusal.body);
  });
});

describe("storing a reply", () => {
  it("stores a rejection by a rule", async () => {
    hinder = () => Promise.reject(new Failure("customer_not_found"));
    const first = await make("k1");
    hinder = () => Promise.resolve();
    const second = await make("k1");
    expect([second.statusCode, second.body]).toEqual([400, first.body]);
    expect(made).toBe(0);
  });

  it.each(["permission_missing", "mode_changed", "unavailable", "internal", "login_locked"] as const)(
    "does not store a failure with %s",
    async (code) => {
      hinder = () => Promise.reject(new Failure(code));
      await make("k1");
      hinder = () => Promise.resolve();
      expect((await make("k1")).statusCode).toBe(201);
    },
  );

  it("does not store a validation failure", async () => {
    expect((await make("k1", { name: 5 })).statusCode).toBe(400);
    expect((await make("k1")).statusCode).toBe(201);
  });
});
