import { type Confirmation, confirmProposal } from "../domain/merchant/proposals/confirm-proposal.ts";
import { listProposals } from "../domain/merchant/proposals/list-proposals.ts";
import { proposeCommand, type TwoPersonCommandName } from "../domain/merchant/proposals/propose-command.ts";
import { credit } from "./credit.ts";
import { fees } from "./fees.ts";
import { limits } from "./limits.ts";
import {
  assertNoMore,
  CommandRefused,
  contextIn,
  oneOf,
  type PlatformCommand,
  type TwoPersonCommand,
} from "./platform-command.ts";
import { settlement } from "./settlement.ts";

const COMMANDS: Record<TwoPersonCommandName, TwoPersonCommand> = { credit, fees, limits, settlement };
const NAMES = Object.keys(COMMANDS) as TwoPersonCommandName[];

/** Stores a command for confirmation by another person. Decision 0075. */
export const propose: PlatformCommand = {
  usage: `propose ${NAMES.join("|")} <arguments of the command> [--as <your name>]`,
  summary: "check and store a command that another person must confirm within 24 hours",
  notes: ["Without --as, your name is that of the operating system's user."],
  async run(context, [word, ...args]) {
    const command = oneOf(word, NAMES, "command");
    const { tenant, args: exact, summary } = await COMMANDS[command].prepare(context, args);
    const proposal = { command, arguments: exact, summary, by: context.operator };
    const { id, expiresAt } = await proposeCommand(contextIn(context, tenant), proposal);
    context.print(`${summary}.`);
    context.print(`Proposed by ${context.operator} as number ${id}; nothing was done yet.`);
    context.print(`Another person runs: confirm ${id} --as <their name>, until ${expiresAt.toISOString()}.`);
  },
};

/** Executes a proposal, once, for another person than the one who proposed it. Decision 0075. */
export const confirm: PlatformCommand = {
  usage: "confirm <number> [--as <your name>]",
  summary: "execute a command that another person proposed",
  notes: ['"proposals" shows what each number does.'],
  async run(context, [number, ...rest]) {
    assertNoMore(rest);
    if (!/^\d{1,9}$/.test(number ?? "")) throw new CommandRefused(`"${number ?? ""}" is not the number of a proposal.`);
    const { operator: by, actor, services, print } = context;
    const input = { id: Number(number), by, actor };
    const confirmation = await confirmProposal(services, input, async ({ command, arguments: args, summary }) => {
      print(`${summary}.`);
      await (await COMMANDS[command].prepare(context, args)).execute();
    });
    const refusal = refusalOf(confirmation);
    if (refusal) throw new CommandRefused(`${refusal} Nothing was done.`);
  },
};

function refusalOf(confirmation: Confirmation): string | undefined {
  if (confirmation.kind === "not_found") return "There is no proposal with this number.";
  const { proposedBy, confirmedBy, expiresAt } = confirmation.proposal;
  switch (confirmation.kind) {
    case "own":
      return `${proposedBy} proposed this. Another person must confirm it.`;
    case "expired":
      return `The proposal expired at ${expiresAt.toISOString()}. Propose it again.`;
    case "done":
      return `${confirmedBy} has confirmed this already.`;
    case "confirmed":
      return undefined;
  }
}

/** Lists the proposals of the last seven days. Decision 0075. */
export const proposals: PlatformCommand = {
  usage: "proposals",
  summary: "list the proposed commands of the last seven days and who confirmed them",
  async run({ services, print }, args) {
    assertNoMore(args);
    const rows = await listProposals(services);
    if (rows.length === 0) print("Nothing was proposed in the last seven days.");
    for (const { id, summary, proposedBy, confirmedBy, expiresAt, isExpired } of rows) {
      const end = isExpired ? "expired" : `open until ${expiresAt.toISOString()}`;
      print(`${id}  ${summary}`);
      print(`    proposed by ${proposedBy}, ${confirmedBy === null ? end : `confirmed by ${confirmedBy}`}`);
    }
  },
};
