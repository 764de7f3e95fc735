import { isDatabaseUnreachable, isMissingTable, refusalOf } from "../db/sql-errors.ts";
import { acceptMover } from "../domain/merchant/move/accept-mover.ts";
import { type MoveContext, MoveRefused } from "../domain/merchant/move/mover.ts";
import { publishMover } from "../domain/merchant/move/publish-mover.ts";
import { receiveMover } from "../domain/merchant/move/receive-mover.ts";
import { releaseMover } from "../domain/merchant/move/release-mover.ts";
import { assertNoMore, CommandRefused } from "./platform-command.ts";

type Printing = MoveContext & { print(line: string): void };
type Step = (context: Printing, args: readonly string[]) => Promise<void>;

/** Moves one merchant to another server by logical replication, in four steps on the two servers. Decision 0194. */
export const moveMerchant = {
  usage: "move-merchant publish|receive|release|accept <merchant ID> …",
  summary: "move a merchant with its books to another server (docs/scaling.md)",
  notes: [
    "publish <merchant ID>: here, on the old server. Prints the next step.",
    "receive <merchant ID> <tenants> <URL of the old server>: on the new server. Copies, and follows changes.",
    "release <merchant ID>: on the old server, once the merchant is suspended. Ends its service here.",
    "accept <merchant ID> <tenants> <digest>: on the new server. Begins its service there.",
    "Both servers need DATABASE_OWNER_URL, the same SECRETS_KEY and release, and a DATABASE_NUMBER of their own.",
  ],
  async run(context: Printing, [step = "", ...args]: readonly string[]): Promise<void> {
    const run = Object.hasOwn(steps, step) ? steps[step as keyof typeof steps] : undefined;
    if (!run) throw new CommandRefused(`"${step}" is not a step. Use publish, receive, release or accept.`);
    try {
      await run(context, args);
    } catch (error) {
      if (error instanceof MoveRefused) throw new CommandRefused(error.message);
      if (isDatabaseUnreachable(error)) throw new CommandRefused("The database of DATABASE_OWNER_URL does not answer.");
      if (isMissingTable(error)) throw error;
      const refusal = refusalOf(error);
      if (refusal)
        throw new CommandRefused(`PostgreSQL refused this step: ${refusal}. Repeat it when that is repaired.`);
      throw error;
    }
  },
};

const publish: Step = async (context, [merchantId = "", ...rest]) => {
  assertNoMore(rest);
  const { mover, publication } = await publishMover(context, merchantId);
  context.print(`Published as ${publication}. On the new server, as its owner:`);
  context.print(`  move-merchant receive ${merchantId} ${mover.tenants.join(",")} <URL of this server's owner>`);
};

const receive: Step = async (context, [merchantId = "", tenants = "", source = "", ...rest]) => {
  assertNoMore(rest);
  await receiveMover(context, { merchantId, tenants, source });
  context.print("Copying. The service of this server does not see the merchant until accept.");
  context.print(`Next, on the old server: suspend the merchant, then move-merchant release ${merchantId}`);
};

const release: Step = async ({ print, ...context }, [merchantId = "", ...rest]) => {
  assertNoMore(rest);
  const { mover, digest } = await releaseMover(context, merchantId);
  print("Released: this server no longer serves the merchant, and the new one has all its rows. On the new server:");
  print(`  move-merchant accept ${merchantId} ${mover.tenants.join(",")} ${digest}`);
};

const accept: Step = async (context, [merchantId = "", tenants = "", digest = "", ...rest]) => {
  assertNoMore(rest);
  const { publication } = await acceptMover(context, { merchantId, tenants, digest });
  context.print("Accepted. Verify the books (verify-books), resume the merchant, and route it to this server.");
  context.print(`On the old server: drop publication ${publication};`);
};

const steps = { publish, receive, release, accept };
