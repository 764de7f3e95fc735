import { parseArgs } from "node:util";
import { formatNaira } from "../../contract/texts/naira.ts";
import type { Actor, Context, Mode, Services, Tenant } from "../domain/context.ts";
import { type ListedMerchant, listMerchants } from "../domain/merchant/list-merchants.ts";

/** A command for the platform's operator. `usage` follows `npm run platform --`; `notes` explain its arguments. */
export type PlatformCommand = {
  usage: string;
  summary: string;
  notes?: readonly string[];
  /** @throws `CommandRefused` when the operator must change the arguments. */
  run(context: CommandContext, args: readonly string[]): Promise<void>;
};

/**
 * The context of a command: the service's parts, the operator's name (`--as`, otherwise the OS user), and the output. In
 * production a command of `TwoPersonCommand` does not run directly.
 */
export type CommandContext = {
  services: Services;
  actor: Actor;
  operator: string;
  isProduction: boolean;
  print(line: string): void;
};

/** Checked arguments of a command. `args` repeat it exactly, also if it runs twice; `execute` does it. */
export type PreparedCommand = {
  tenant: Tenant;
  args: string[];
  summary: string;
  execute(): Promise<void>;
};

/** A command that moves money or changes fees or limits. Decision 0075. */
export type TwoPersonCommand = PlatformCommand & {
  /** @throws `CommandRefused` when the operator must change the arguments. */
  prepare(context: CommandContext, args: readonly string[]): Promise<PreparedCommand>;
};

/** Adds the direct run, which production refuses: there a second person confirms the command. Decision 0075. */
export function twoPersonCommand(command: Omit<TwoPersonCommand, "run">): TwoPersonCommand {
  return {
    ...command,
    notes: [
      ...(command.notes ?? []),
      'In production this needs two people: "propose" it, and let another person "confirm" it.',
    ],
    async run(context, args) {
      if (context.isProduction) {
        throw new CommandRefused("In production this needs two people. Propose it, and let another person confirm it.");
      }
      await (await command.prepare(context, args)).execute();
    },
  };
}

/** An error that the operator can correct; printed as a sentence, without a stack. */
export class CommandRefused extends Error {
  override name = "CommandRefused";
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds a merchant by e-mail or, when several share one, by ID. @throws `CommandRefused` when there is none, or more
 * than one, or when its e-mail is not confirmed: an operator must not take it for its owner's (decision 0076).
 */
export async function merchantOf(
  { services }: CommandContext,
  name = "",
  { isUnconfirmedAllowed = false } = {},
): Promise<ListedMerchant> {
  const by = name.includes("@") ? { email: name } : UUID.test(name) ? { id: name } : undefined;
  if (!by) throw new CommandRefused(`"${name}" is not an e-mail address. Name the merchant by its e-mail address.`);
  const [merchant, ...others] = await listMerchants(services, by);
  if (!merchant) throw new CommandRefused(`There is no merchant with the e-mail ${name}. "list" shows them all.`);
  if (others.length > 0) {
    const ids = [merchant, ...others].map(({ id, businessName }) => `${id} (${businessName})`).join(", ");
    throw new CommandRefused(`More than one merchant has the e-mail ${name}. Name it by its ID: ${ids}.`);
  }
  if (!merchant.isEmailConfirmed && !isUnconfirmedAllowed) {
    throw new CommandRefused(
      `Nobody has confirmed the e-mail ${merchant.email}: it may belong to somebody else. The merchant can confirm it under Settings, Profile.`,
    );
  }
  return merchant;
}

/** The platform's context for a merchant's books. */
export function contextIn({ services, actor }: CommandContext, tenant: Tenant): Context {
  return { ...services, tenant, actor, requestId: services.ids.next(), address: null, pendingAnswer: null };
}

export function modeOf(text: string | undefined): Mode {
  return oneOf(text?.toUpperCase(), ["SANDBOX", "PRODUCTION"], "mode");
}

/** Parses `text` as one of `choices`. @throws `CommandRefused` listing the choices. */
export function oneOf<T extends string>(text: string | undefined, choices: readonly T[], what: string): T {
  const found = choices.find((choice) => choice === text);
  if (found === undefined)
    throw new CommandRefused(`"${text ?? ""}" is not a valid ${what}. Use ${choices.join(" or ")}.`);
  return found;
}

/**
 * Parses a whole number of kobo. @throws `CommandRefused` for fractions, signs, separators, and amounts above the
 * largest balance.
 */
export function koboOf(text: string | undefined, options: { atLeast: bigint }): bigint {
  if (!/^\d{1,16}$/.test(text ?? "")) throw new CommandRefused(`"${text ?? ""}" is not a whole number of kobo.`);
  const kobo = BigInt(text ?? "");
  if (kobo < options.atLeast || kobo > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new CommandRefused(`${kobo} kobo is out of range: ${options.atLeast} to ${Number.MAX_SAFE_INTEGER}.`);
  }
  return kobo;
}

/** Parses `daily=5000` and `--daily 5000`: each of `names` at most once, at least one in total. @throws `CommandRefused` */
export function pairsOf<T extends string>(args: readonly string[], names: readonly T[]): Map<T, string> {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  const dashed = args.map((arg) => (/^\w+=/.test(arg) ? `--${arg}` : arg));
  const { tokens } = parseArgs({ args: dashed, options, strict: false, tokens: true });
  const pairs = new Map<T, string>();
  for (const token of tokens) {
    const name = token.kind === "option" ? names.find((one) => one === token.name) : undefined;
    if (token.kind !== "option" || !name || token.value === undefined) {
      throw new CommandRefused(`"${args[token.index]}" is not one of ${names.join("=, ")}=.`);
    }
    if (pairs.has(name)) throw new CommandRefused(`${name} was given twice.`);
    pairs.set(name, token.value);
  }
  if (pairs.size === 0) throw new CommandRefused(`Nothing to change: give one of ${names.join("=, ")}=.`);
  return pairs;
}

/** Rejects surplus arguments. */
export function assertNoMore(args: readonly string[]): void {
  if (args.length > 0) throw new CommandRefused(`Unexpected argument: ${args.join(" ")}.`);
}

/** Formats kobo as naira, followed by the exact number. */
export function moneyText(kobo: bigint | null): string {
  if (kobo === null) return "none";
  return `${kobo} kobo (${formatNaira(kobo)})`;
}
