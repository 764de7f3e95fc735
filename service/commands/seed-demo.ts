import { permissionsOfKeys, permissionsOfRole } from "../../contract/permissions.ts";
import type { Actor, Services } from "../domain/context.ts";
import { createMerchant } from "../domain/merchant/sign-up/create-merchant.ts";
import { seedOnce } from "../domain/merchant/sign-up/seed-once.ts";
import { addMember } from "../domain/team/add-member.ts";
import { approvalsOf } from "./demo-approvals.ts";
import type { Purse } from "./demo-money.ts";
import {
  DEMO_CUSTOMERS,
  DEMO_OWNER,
  DEMO_PASSWORD,
  DEMO_TEAM,
  type DemoMember,
  ZUMA_CUSTOMERS,
  ZUMA_OWNER,
} from "./demo-people.ts";
import { type House, storyOf } from "./demo-story.ts";
import { uploadsOf } from "./demo-uploads.ts";
import { demoWebhooks } from "./demo-webhooks.ts";
import { CommandRefused } from "./platform-command.ts";
import type { Random } from "./random.ts";
import { DAY_MS, type WalkingClock } from "./walking-time.ts";

export const DEMO_DAYS = 90;

/** `services` run on `clock`, which starts `DEMO_DAYS` before `until`; the seed advances it. */
export type Seeding = {
  services: Services;
  clock: WalkingClock;
  random: Random;
  until: Date;
  log(line: string): void;
};

/**
 * Creates the demo merchant `Ada Ventures` and a small second one, only in an empty database and through the domain's
 * own operations: customers in every state, and their history of 90 days. The same random seed gives the same demo.
 * Api 8.
 * Returns false and changes nothing when a merchant exists already.
 * @throws `CommandRefused` while another seed runs, and after one that did not finish
 */
export async function seedDemo(seeding: Seeding): Promise<boolean> {
  const end = await seedOnce(seeding.services, seeding.until, () => makeDemo(seeding));
  if (end === "running") throw new CommandRefused("Another seed runs on this database: nothing was seeded.");
  if (end === "half_made") {
    throw new CommandRefused("A former seed was killed half-way; empty the database and seed again.");
  }
  if (end === "has_merchants") seeding.log("There is a merchant already: nothing was seeded.");
  return end === "seeded";
}

async function makeDemo(seeding: Seeding): Promise<void> {
  const { clock, random, until, log } = seeding;
  const ada = await found(seeding, { businessName: "Ada Ventures", owner: DEMO_OWNER, team: DEMO_TEAM });
  log(`Ada Ventures: ${1 + DEMO_TEAM.length} members`);
  const zuma = await found(seeding, { businessName: "Zuma Retail", owner: ZUMA_OWNER, team: [] });
  log("Zuma Retail: 1 member");

  const size = { busyness: 9, fundingKobo: 2_500_000_000 };
  const purses: Purse[] = [];
  const webhooks = demoWebhooks({ house: ada, services: seeding.services, clock, random, until });
  const story = [
    ...webhooks.happenings,
    ...storyOf({ house: ada, customers: DEMO_CUSTOMERS, purses, random, until, days: DEMO_DAYS, ...size }),
    ...approvalsOf({ house: ada, purses, random, until }),
    ...uploadsOf({ house: ada, purses, random, until }),
    ...storyOf({
      house: zuma,
      customers: ZUMA_CUSTOMERS,
      purses: [],
      random,
      until,
      days: DEMO_DAYS,
      busyness: 1,
      fundingKobo: 100_000_000,
    }),
  ].sort((one, other) => one.at - other.at);
  let daysTold = 0;
  for (const happening of story) {
    const day = DEMO_DAYS - Math.ceil((until.getTime() - happening.at) / DAY_MS);
    if (day >= daysTold + 30) {
      daysTold += 30;
      log(`${daysTold} of ${DEMO_DAYS} days lived`);
    }
    clock.walkTo(new Date(happening.at));
    await happening.happen();
    await webhooks.settle();
  }
  await webhooks.finish();
  log(`${DEMO_DAYS} of ${DEMO_DAYS} days lived: ${DEMO_CUSTOMERS.length + ZUMA_CUSTOMERS.length} customers`);
  clock.walkTo(until);
}

type Founding = { businessName: string; owner: DemoMember; team: readonly DemoMember[] };

async function found(seeding: Seeding, { businessName, owner, team }: Founding): Promise<House> {
  const { services } = seeding;
  const platform: Actor = { kind: "platform", id: "seed", name: "Demo seed" };
  const common = { ...services, address: null, pendingAnswer: null };
  const founding = { ...common, actor: platform, requestId: services.ids.next() };
  const merchant = await createMerchant(founding, {
    businessName,
    businessType: "FINANCIAL-SERVICES",
    phoneNumber: "+2348030000001",
    owner: personOf(owner),
    canDebitCustomer: true,
  });
  const actors = new Map<string, Actor>();
  const key: Actor = { kind: "key", id: merchant.sandboxKeyId, name: "Private key", permissions: permissionsOfKeys };
  actors.set("key", key);
  actors.set(owner.role, actorOf(owner, merchant.owner, services));
  for (const member of team) {
    const ctx = { ...founding, tenant: merchant.sandbox, requestId: services.ids.next() };
    const { role, approvalLimitKobo = null } = member;
    const added = await addMember(ctx, { ...personOf(member), role, approvalLimitKobo });
    if (!actors.has(role)) actors.set(role, actorOf(member, added, services));
  }
  return {
    act(who) {
      const actor = actors.get(who) ?? key;
      const address = actor.kind === "member" ? "203.0.113.24" : "198.51.100.7";
      return { ...common, tenant: merchant.sandbox, actor, address, requestId: services.ids.next() };
    },
  };
}

function personOf({ email, firstName, lastName }: DemoMember) {
  return { email, password: DEMO_PASSWORD, firstName: firstName.normalize("NFC"), lastName: lastName.normalize("NFC") };
}

function actorOf(member: DemoMember, added: { memberId: string; userId: string }, services: Services): Actor {
  const { firstName, lastName, role } = member;
  const canCallTheApi = role === "MainMerchant" || role === "Admin";
  return {
    kind: "member",
    id: added.memberId,
    userId: added.userId,
    name: `${firstName} ${lastName}`.normalize("NFC"),
    role,
    permissions: permissionsOfRole[role],
    channel: canCallTheApi ? "api" : "dashboard",
    sessionId: services.ids.next(),
  };
}
