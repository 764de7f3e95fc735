import { permissionsOfKeys, permissionsOfRole } from "../../../contract/permissions.ts";
import type { Actor, Context, Services } from "../../domain/context.ts";
import { createRestrictedKey } from "../../domain/merchant/keys/create-restricted-key.ts";
import { createMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import { seedOnce } from "../../domain/merchant/sign-up/seed-once.ts";
import { deliverMessages } from "../../domain/messages/deliver-messages.ts";
import { addMember } from "../../domain/team/add-member.ts";
import { saveView } from "../../domain/team/views/save-view.ts";
import { CommandRefused } from "../platform-command.ts";
import { approvalsOf } from "./demo-approvals.ts";
import { bankCreditsOf } from "./demo-bank-credits.ts";
import { cardsOf } from "./demo-cards.ts";
import type { DemoWallet } from "./demo-money.ts";
import { payoutsOf } from "./demo-payouts.ts";
import {
  DEMO_CUSTOMERS,
  DEMO_OWNER,
  DEMO_PASSWORD,
  DEMO_TEAM,
  type DemoMember,
  ZUMA_CUSTOMERS,
  ZUMA_OWNER,
} from "./demo-people.ts";
import { type DemoMerchant, storyOf } from "./demo-story.ts";
import { uploadsOf } from "./demo-uploads.ts";
import { demoWebhooks } from "./demo-webhooks.ts";
import type { Random } from "./random.ts";
import { DAY_MS, type SimulatedClock } from "./simulated-time.ts";

export const DEMO_DAYS = 90;

/** `services` run on `clock`, which starts `DEMO_DAYS` before `until`; the seed advances it. */
export type SeedOptions = {
  services: Services;
  clock: SimulatedClock;
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
export async function seedDemo(options: SeedOptions): Promise<boolean> {
  const end = await seedOnce(options.services, options.until, () => makeDemo(options));
  if (end === "running") throw new CommandRefused("Another seed runs on this database: nothing was seeded.");
  if (end === "half_made") {
    throw new CommandRefused("A former seed was killed half-way; empty the database and seed again.");
  }
  if (end === "has_merchants") options.log("There is a merchant already: nothing was seeded.");
  return end === "seeded";
}

async function makeDemo(options: SeedOptions): Promise<void> {
  const { clock, random, until, log } = options;
  const ada = await createDemoMerchant(options, { businessName: "Ada Ventures", owner: DEMO_OWNER, team: DEMO_TEAM });
  await createDemoKeys(ada);
  await saveDemoViews(ada);
  log(`Ada Ventures: ${1 + DEMO_TEAM.length} members`);
  const zuma = await createDemoMerchant(options, { businessName: "Zuma Retail", owner: ZUMA_OWNER, team: [] });
  log("Zuma Retail: 1 member");

  const size = { movementsPerDay: 9, fundingKobo: 2_500_000_000 };
  const wallets: DemoWallet[] = [];
  const webhooks = demoWebhooks({ merchant: ada, services: options.services, clock, random, until });
  const story = [
    ...webhooks.events,
    ...storyOf({ merchant: ada, customers: DEMO_CUSTOMERS, wallets, random, until, days: DEMO_DAYS, ...size }),
    ...approvalsOf({ merchant: ada, wallets, random, until }),
    ...uploadsOf({ merchant: ada, wallets, random, until }),
    ...(await payoutsOf({ merchant: ada, services: options.services, random, until })),
    ...(await bankCreditsOf({ merchant: ada, wallets, services: options.services, until })),
    ...(await cardsOf({ merchant: ada, wallets, services: options.services, clock, until })),
    ...storyOf({
      merchant: zuma,
      customers: ZUMA_CUSTOMERS,
      wallets: [],
      random,
      until,
      days: DEMO_DAYS,
      movementsPerDay: 1,
      fundingKobo: 100_000_000,
    }),
  ].sort((one, other) => one.at - other.at);
  let daysLogged = 0;
  for (const event of story) {
    const day = DEMO_DAYS - Math.ceil((until.getTime() - event.at) / DAY_MS);
    if (day >= daysLogged + 30) {
      daysLogged += 30;
      log(`${daysLogged} of ${DEMO_DAYS} days simulated`);
    }
    clock.advanceTo(new Date(event.at));
    await event.run();
    await webhooks.settle();
  }
  await webhooks.finish();
  await discardMessages(ada.contextOf("MainMerchant"));
  log(`${DEMO_DAYS} of ${DEMO_DAYS} days simulated: ${DEMO_CUSTOMERS.length + ZUMA_CUSTOMERS.length} customers`);
  clock.advanceTo(until);
}

/** Filters that each member of the team has saved. */
const DEMO_VIEWS = [
  ["wallets", "Frozen wallets", "status=FROZEN"],
  ["wallets", "VIPs", "tag=vip"],
  ["transactions", "Failed transactions", "status=failed"],
] as const;

type DemoMerchantInput = { businessName: string; owner: DemoMember; team: readonly DemoMember[] };

async function createDemoMerchant(
  options: SeedOptions,
  { businessName, owner, team }: DemoMerchantInput,
): Promise<DemoMerchant> {
  const { services } = options;
  const platform: Actor = { kind: "platform", id: "seed", name: "Demo seed" };
  const common = { ...services, address: null, pendingAnswer: null };
  const platformContext = { ...common, actor: platform, requestId: services.ids.next() };
  const merchant = await createMerchant(platformContext, {
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
    const ctx = { ...platformContext, tenant: merchant.sandbox, requestId: services.ids.next() };
    const { role, approvalLimitKobo = null } = member;
    const added = await addMember(ctx, { ...personOf(member), role, approvalLimitKobo });
    if (!actors.has(role)) actors.set(role, actorOf(member, added, services));
  }
  return {
    contextOf(who) {
      const actor = actors.get(who) ?? key;
      const address = actor.kind === "member" ? "203.0.113.24" : "198.51.100.7";
      return { ...common, tenant: merchant.sandbox, actor, address, requestId: services.ids.next() };
    },
  };
}

/** Restricted keys, so that their page is not empty. Nobody knows them. */
async function createDemoKeys(merchant: DemoMerchant): Promise<void> {
  const ctx = merchant.contextOf("MainMerchant");
  await createRestrictedKey(ctx, {
    name: "Report server",
    permissions: ["BROWSE_CUSTOMERS", "BROWSE_CUSTOMER_WALLETS", "BROWSE_TRANSACTIONS", "BROWSE_MERCHANT_WALLET"],
    allowedAddresses: [],
    expiresAt: null,
  });
  await createRestrictedKey(ctx, {
    name: "Payout job",
    permissions: ["BROWSE_CUSTOMER_WALLETS", "MANAGE_TRANSFER"],
    allowedAddresses: ["198.51.100.7", "198.51.100.16/28"],
    expiresAt: null,
  });
  await discardMessages(ctx);
}

async function saveDemoViews(merchant: DemoMerchant): Promise<void> {
  for (const [list, name, query] of DEMO_VIEWS) {
    for (const role of ["MainMerchant", "Admin", "Operator", "Support"] as const) {
      await saveView(merchant.contextOf(role), { list, name, query });
    }
  }
}

/** The demo starts with an empty outbox. */
async function discardMessages(ctx: Context): Promise<void> {
  const discard = { send: async () => undefined };
  const sandboxMessages = { ...ctx.providers.sandboxMessages, email: discard };
  await deliverMessages({ ...ctx, providers: { ...ctx.providers, email: discard, sandboxMessages } });
}

function personOf({ email, firstName, lastName }: DemoMember) {
  return { email, password: DEMO_PASSWORD, firstName: firstName.normalize("NFC"), lastName: lastName.normalize("NFC") };
}

function actorOf(member: DemoMember, added: { memberId: string; userId: string }, services: Services): Actor {
  const { firstName, lastName, role, approvalLimitKobo = null } = member;
  const canCallTheApi = role === "MainMerchant" || role === "Admin";
  return {
    kind: "member",
    id: added.memberId,
    userId: added.userId,
    name: `${firstName} ${lastName}`.normalize("NFC"),
    role,
    permissions: permissionsOfRole[role],
    channel: canCallTheApi ? "api" : "dashboard",
    mayMoveMoney: true,
    approvalLimit: approvalLimitKobo,
    rules: { noApprovalBelow: null, twoApproversFrom: null },
    sessionId: services.ids.next(),
  };
}
