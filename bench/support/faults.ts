import { findFaketime, type System, shiftedClock } from "./fault-system.ts";

/** From 1,000 waiting postings on the ledger is behind. */
const BACKLOG = 1_300;

const faketime = findFaketime();

export type Fault = {
  name: string;
  alerts: string[];
  /** What this machine lacks for the fault, if anything. */
  lacks?: string;
  make(on: System): Promise<unknown>;
  /** Ends the fault; without it the fault is the last of its kind. */
  end?(on: System): Promise<unknown>;
  /** Panels whose values are printed during the fault. */
  panels?: string[];
  /** The name of a picture of these panels. */
  picture?: string;
};

export const faults: Fault[] = [
  {
    name: "the receiver is down",
    alerts: ["DeliveriesFail"],
    make: (on) => on.setCallback("http://127.0.0.1:9/callback"),
    end: (on) => on.setCallback(on.receiver.url("/callback")),
    picture: "fault-receiver-down",
    panels: ["Deliveries by outcome", "Age of the oldest in each queue"],
  },
  {
    name: "somebody holds the wallets' rows",
    alerts: ["ServerErrors", "LedgerTrouble", "SlowRequests"],
    make: (on) => on.hold("accounts", "select 1 from accounts where kind = 'wallet' for update"),
    end: (on) => on.release("accounts"),
    picture: "fault-locked-wallets",
    panels: ["Errors (5xx) by route", "Duration of all requests", "Longest present flush, postings waiting"],
  },
  {
    name: "requests wait for a locked table",
    alerts: ["PoolExhausted"],
    async make(on) {
      await on.hold("wallets", "lock table wallets in access exclusive mode");
      for (let i = 0; i < 40; i += 1) void on.call("GET", "/wallet?page=1&perPage=10");
    },
    end: (on) => on.release("wallets"),
    panels: ["Connections of the pools"],
  },
  {
    name: "events cannot be written",
    alerts: ["OutboxOld"],
    make: (on) => on.hold("events", "lock table webhook_events in share mode"),
    end: (on) => on.release("events"),
    panels: ["Age of the oldest in each queue"],
  },
  {
    name: "an event cannot be published",
    alerts: ["OutboxQuarantined"],
    async make(on) {
      await on.db.query(`create function refuse_event() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`);
      await on.db.query(
        "create trigger refuse_event before insert on webhook_events for each statement execute function refuse_event()",
      );
    },
    end: (on) => on.db.query("drop trigger refuse_event on webhook_events"),
    panels: ["Waiting"],
  },
  {
    name: "due deliveries cannot be claimed",
    alerts: ["DeliveriesLate"],
    async make(on) {
      await on.db.query(
        `insert into webhook_jobs (delivery_id, tenant, event_id, due_at, made_at)
       values (gen_random_uuid(), $1, gen_random_uuid(), now() + interval '2 seconds', now())`,
        [on.harness.tenant],
      );
      await on.hold("jobs", "lock table webhook_jobs in share mode");
    },
    async end(on) {
      await on.release("jobs");
      await on.db.query(
        "delete from webhook_jobs j where not exists (select from webhook_events e where e.id = j.event_id)",
      );
    },
  },
  {
    name: "due mails cannot be claimed",
    alerts: ["MessagesLate"],
    async make(on) {
      await on.db.query(
        `insert into messages (id, channel, sealed, due_at, good_until, created_at)
       values (gen_random_uuid(), 'email', '\\x00', now() + interval '2 seconds', now() + interval '1 day', now())`,
      );
      await on.hold("messages", "lock table messages in share mode");
    },
    end: (on) => on.release("messages"),
  },
  {
    name: "mails cannot be sent",
    alerts: ["MessagesFail"],
    // Nobody can open them, so each is tried again later, as when the mail server refuses it.
    make: (on) =>
      on.db.query(
        `insert into messages (id, channel, sealed, due_at, good_until, created_at)
       select gen_random_uuid(), 'email', '\\x00', now() + i * interval '1 second', now() + interval '1 day', now()
       from generate_series(1, 120) i`,
      ),
    end: (on) => on.db.query("delete from messages"),
    panels: ["Mails and texts by outcome"],
  },
  {
    name: "payouts cannot be claimed",
    alerts: ["PayoutsLate"],
    async make(on) {
      await on.payOut("0123456709");
      // The bank says "pending" for a minute, and the worker would ask later than this bench waits.
      await on.db.query("update payout_attempts set due_at = now() + interval '2 seconds' where due_at is not null");
      await on.hold("payouts", "lock table payout_attempts in share mode");
    },
    end: (on) => on.release("payouts"),
  },
  {
    name: "a payout of production waits for a person",
    alerts: ["PayoutsWait"],
    async make(on) {
      // Sandbox payouts wake nobody, and this machine has no rail of production.
      await on.payOut("0123456751");
      await on.db.query(
        `insert into payouts
         select (jsonb_populate_record(p, jsonb_build_object('tenant', o.id, 'state', 'in_review'))).*
         from payouts p join tenants t on t.id = p.tenant
         join tenants o on o.merchant_id = t.merchant_id and o.mode = 'PRODUCTION'
         where p.account_number = '0123456751'`,
      );
    },
    end: (on) => on.db.query("delete from payouts where state = 'in_review'"),
    panels: ["Production payouts that need something"],
  },
  {
    name: "a worker died with the lease of an upload",
    alerts: ["UploadsStalled"],
    make: (on) =>
      on.db.query(
        `insert into batches (tenant, id, reference, operation, origin, status, actor, created_at, touched_at, leased_until)
       values ($1, gen_random_uuid(), 'stalled', 'credit', 'upload', 'processing', 'job:test', now(), now(), now() + interval '1 day')`,
        [on.harness.tenant],
      ),
    end: (on) =>
      on.db.query("update batches set status = 'completed', finished_at = now() where reference = 'stalled'"),
  },
  {
    name: "the verifier cannot record what it found",
    alerts: ["VerifierOld"],
    make: (on) => on.hold("checks", "lock table ledger_checks in share mode"),
    end: (on) => on.release("checks"),
  },
  {
    name: "the seals cannot be written",
    alerts: ["SealOld"],
    make: (on) => on.hold("seals", "lock table book_seals in share mode"),
    end: (on) => on.release("seals"),
  },
  {
    name: "the table of a job is missing",
    alerts: ["JobFailing", "JobOverdue"],
    make: (on) => on.db.query("alter table webhook_stat_deltas rename to lost"),
    end: (on) => on.db.query("alter table lost rename to webhook_stat_deltas"),
    panels: ["Jobs: failures"],
  },
  {
    name: "identity look-ups look like enumeration",
    alerts: ["IdentityEnumeration"],
    make: (on) =>
      on.db.query(
        `insert into identity_lookups (tenant, day, lookups, suspected_at)
       values ($1, (now() at time zone 'Africa/Lagos')::date, 500, now())`,
        [on.harness.tenant],
      ),
  },
  {
    name: "the standby applies what it gets half a minute later",
    alerts: ["ReplicationLag"],
    make: (on) => on.delayStandby("25s"),
    end: (on) => on.delayStandby("0"),
    panels: ["Replication"],
  },
  {
    name: "the standby is gone, and commits wait for it",
    alerts: ["StandbyGone", "LaneStalled", "LedgerBacklog"],
    async make(on) {
      on.standby.kill();
      await on.standby.ended;
      for (let i = 0; i < BACKLOG; i += 1) void on.transfer(i);
    },
    async end(on) {
      await on.db.query("alter system reset synchronous_standby_names");
      await on.db.query("select pg_reload_conf()");
    },
    picture: "fault-standby-gone",
    panels: ["Replication", "Longest present flush, postings waiting"],
  },
  {
    name: "the log cannot be archived",
    alerts: ["ArchiveFails"],
    make: (on) => on.fillArchive(true),
    end: (on) => on.fillArchive(false),
  },
  {
    name: "a balance was changed past the service",
    alerts: ["BooksDiffer"],
    async make(on) {
      const client = await on.connect();
      await client.query("begin; set local session_replication_role = replica");
      await client.query("update accounts set balance = balance + 1 where kind = 'wallet'; commit");
      client.release();
    },
    panels: ["Books that differ"],
  },
  {
    name: "the thread of the service is busy most of each second",
    alerts: ["EventLoopBlocked"],
    make: async (on) => on.blockThread(),
    end: async (on) => on.unblockThread(),
    panels: ["Delay of the event loop"],
  },
  {
    name: "the worker's clock is 30 seconds ahead",
    alerts: ["ClockDiffers"],
    ...(faketime ? {} : { lacks: "libfaketime (Debian: faketime)" }),
    make: (on) => on.worker.restart(shiftedClock(faketime ?? "", "+30s")),
    end: (on) => on.worker.restart({}),
  },
  { name: "the service stopped", alerts: ["ServiceDown"], make: async (on) => on.service.kill() },
  { name: "the worker stopped", alerts: ["WorkerDown"], make: (on) => on.worker.kill() },
];
