import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { documentNames } from "../../contract/texts/verification.ts";
import type { Context } from "../domain/context.ts";
import { Failure } from "../domain/failure.ts";
import {
  acceptDocument,
  type DocumentRow,
  getDocument,
  listDocuments,
  readDocument,
  refuseDocument,
} from "../domain/merchant/verification/review-documents.ts";
import {
  assertNoMore,
  type CommandContext,
  CommandRefused,
  contextIn,
  merchantOf,
  oneOf,
  type PlatformCommand,
} from "./platform-command.ts";

const REASON_MAX = 300;
const STEPS = ["list", "show", "save", "accept", "refuse"] as const;

/** Reviews the business documents of merchants. Decision 0127. */
export const documents: PlatformCommand = {
  usage: "documents list [<merchant e-mail>] | show <ID> | save <ID> <file> | accept <ID> | refuse <ID> <reason>",
  summary: "review business documents; when all of a merchant are accepted, it may go live",
  notes: [
    "list: without an e-mail, the documents of all merchants that wait for a decision, the oldest first.",
    "save: writes a copy that only you can read, to a file that does not exist yet. Delete it after the review.",
    "save <ID> -: writes it to the standard output, such as out of a container.",
    "refuse: the reason is mailed and shown to the merchant.",
  ],
  async run(context, [word, ...args]) {
    const step = oneOf(word, STEPS, "step");
    try {
      await steps[step](context, args);
    } catch (error) {
      if (error instanceof Failure) throw new CommandRefused(error.message);
      throw error;
    }
  },
};

type Step = (context: CommandContext, args: readonly string[]) => Promise<void>;

const steps: Record<(typeof STEPS)[number], Step> = {
  async list(context, [email, ...rest]) {
    assertNoMore(rest);
    const merchant = email === undefined ? undefined : await merchantOf(context, email);
    const found = await listDocuments(context.services, merchant?.id);
    if (found.length === 0) context.print(merchant ? "No document was uploaded." : "No document waits for a decision.");
    for (const document of found) {
      const { businessName, email: address } = merchant ?? (await merchantOf(context, document.merchantId));
      context.print(`${document.id}  ${documentNames[document.kind]}: ${stateOf(document)}`);
      context.print(`  ${businessName} <${address}>, ${sinceOf(document)}`);
    }
  },
  async show(context, [id, ...rest]) {
    assertNoMore(rest);
    const { document } = await findFor(context, id);
    const { businessName, email } = await merchantOf(context, document.merchantId);
    context.print(`${documentNames[document.kind]} of ${businessName} <${email}>: ${stateOf(document)}`);
    context.print(`  ${document.contentType}, ${document.bytes} bytes, named ${JSON.stringify(document.fileName)}`);
    context.print(`  SHA-256 ${document.sha256.toString("hex")}`);
    context.print(`  ${sinceOf(document)}`);
  },
  async save(context, [id, file, ...rest]) {
    assertNoMore(rest);
    if (!file) throw new CommandRefused("Name the file to write.");
    const { ctx, document } = await findFor(context, id);
    const chunks = await readDocument(ctx, document);
    if (file === "-") return await pipeline(chunks, process.stdout, { end: false });
    await saveTo(file, chunks);
    context.print(
      `${documentNames[document.kind]}: saved as ${file} (${document.contentType}). Delete it after the review.`,
    );
  },
  async accept(context, [id, ...rest]) {
    assertNoMore(rest);
    const { ctx, document } = await findFor(context, id);
    const { isVerified } = await acceptDocument(ctx, document.id);
    context.print(`${documentNames[document.kind]}: accepted.`);
    if (isVerified) context.print("All documents are accepted: the review is ENABLED, and the merchant may go live.");
  },
  async refuse(context, [id, ...words]) {
    const reason = words.join(" ").trim().replace(/\.+$/, "");
    if (reason === "") throw new CommandRefused("Give the reason: the merchant reads it.");
    if (reason.length > REASON_MAX) throw new CommandRefused(`A reason has at most ${REASON_MAX} characters.`);
    const { ctx, document } = await findFor(context, id);
    await refuseDocument(ctx, document.id, reason);
    context.print(`${documentNames[document.kind]}: refused. Reason: ${reason}.`);
  },
};

async function findFor(context: CommandContext, id = ""): Promise<{ ctx: Context; document: DocumentRow }> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) {
    throw new CommandRefused(`"${id}" is not the ID of a document. "documents list" shows them.`);
  }
  const document = await getDocument(context.services, id);
  const merchant = await merchantOf(context, document.merchantId);
  return { ctx: contextIn(context, merchant.books[merchant.mode].tenant), document };
}

/** Writes a new file that only the operator can read, or none. */
async function saveTo(file: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const target = createWriteStream(file, { flags: "wx", mode: 0o600 });
  try {
    await pipeline(chunks, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw new CommandRefused(`${file} exists already.`);
    // A part of a document must not look like all of it.
    if (target.bytesWritten > 0) await rm(file, { force: true });
    throw error;
  }
}

function stateOf({ state, reason }: DocumentRow): string {
  const text = { uploaded: "not submitted", under_review: "under review", accepted: "accepted", refused: "refused" };
  return reason ? `${text[state]}, ${reason}` : text[state];
}

function sinceOf({ uploadedBy, uploadedAt, submittedAt }: DocumentRow): string {
  const submitted = submittedAt ? `, submitted ${submittedAt.toISOString()}` : "";
  return `uploaded ${uploadedAt.toISOString()} by ${uploadedBy}${submitted}`;
}
