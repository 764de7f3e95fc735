import { dateOfBirthProblem } from "../../../../contract/customer-row.ts";
import { failures } from "../../../../contract/errors.ts";
import { customerTexts } from "../../../../contract/texts/customers.ts";
import { fieldProblems } from "../../../../contract/texts/field-problems.ts";
import {
  type CustomerNumbers,
  findCustomerIdsLike,
  type NewCustomer,
  type SealedNumber,
  type SubmittedNumber,
} from "../../../db/customers/customers.ts";
import { isCustomerTaken } from "../../../db/wallets/wallet-creation.ts";
import { lagosDay } from "../../../ledger/lagos-day.ts";
import type { Secrets } from "../../../providers/secrets.ts";
import type { Context } from "../../context.ts";
import { checkIdentity, type IdentityCheck } from "../../customers/identity/check-identity.ts";
import { sealNumber } from "../../customers/identity/sealed-number.ts";
import { missingDocument } from "../../customers/identity/tier-documents.ts";
import { Failure } from "../../failure.ts";
import { normalisePhoneNumber } from "../../phone-number.ts";
import {
  type CheckedCustomer,
  type CreatedWallet,
  type Creation,
  openWallet,
  prepareCreations,
} from "./open-wallet.ts";

export type CreateCustomerWalletInput = {
  firstName: string;
  lastName: string;
  phoneNumber: string;
  dateOfBirth: string;
  bvn?: string | undefined;
  nin?: string | undefined;
  email?: string | undefined;
  address?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  /** The caller's own ID for the customer; generated when absent. */
  customerId?: string | undefined;
  tier?: 1 | 2 | 3 | undefined;
};

/**
 * Creates a customer and the wallet, at TIER_1 unless another tier is requested and its documents are verified. The
 * registries are called first. A number that fails creates the wallet FROZEN with the reason; an outage creates
 * nothing. BVN and NIN are stored sealed, and hashed when verified. Emits `customer.created`. Spec 2.3, 3.1, 3.3,
 * 4.20; api 3.
 * @throws `validation_failed`, `registry_unavailable`, `tier_document_missing` naming the document,
 * `merchant_balance_too_low` for the fee, `customer_exists` with `errors[0].customerId`.
 */
export async function createCustomerWallet(ctx: Context, input: CreateCustomerWalletInput): Promise<CreatedWallet> {
  const identified = identifyCustomer(ctx, input);
  await assertIsNew(ctx, identified);
  const checked = await checkCustomer(ctx, identified);
  const [creation] = await prepareCreations(ctx, [checked]);
  if (!creation) throw new Error("a customer without a creation");
  return await openNewWallet(ctx, identified, creation);
}

/**
 * Validates a new customer's input and seals the numbers; the first step of creation. Spec 2.3.
 * @throws `validation_failed`
 */
export function identifyCustomer(ctx: Context, input: CreateCustomerWalletInput): Identified {
  const wrong = dateOfBirthProblem(input.dateOfBirth, lagosDay(ctx.clock.now()));
  if (wrong) throw invalid("dateOfBirth", wrong);
  return withNumbers(ctx.providers.secrets, input, input.customerId ?? ctx.ids.next());
}

/**
 * Asks the registries about a customer; call it when nobody has the numbers yet. Spec 3.1, 3.3.
 * @throws `registry_unavailable`, `tier_document_missing` naming the document
 */
export async function checkCustomer(ctx: Context, identified: Identified): Promise<CheckedCustomer> {
  const { input, phoneNumber, plain } = identified;
  const check = await checkIdentity(ctx, { ...input, phoneNumber }, plain);
  const tier = input.tier ?? 1;
  assertDocuments(check, tier);
  const customer = newCustomer(input, identified, check, ctx.clock.now());
  return { customer, tier, freezeReason: check.failure };
}

/**
 * Opens the wallet of a prepared creation. Api 4.
 * @throws `merchant_balance_too_low` for the fee, `customer_exists` with `errors[0].customerId`
 */
export async function openNewWallet(ctx: Context, identified: Identified, creation: Creation): Promise<CreatedWallet> {
  try {
    await openWallet(ctx, creation);
  } catch (error) {
    if (!isCustomerTaken(error)) throw error;
    // A concurrent request created the customer first.
    await assertIsNew(ctx, identified);
    throw new Failure("customer_exists");
  }
  return creation.created;
}

/** The input of a new customer with the ID, the phone number as stored, and the sealed numbers. */
export type Identified = {
  input: CreateCustomerWalletInput;
  id: string;
  phoneNumber: string;
  plain: { bvn: string | null; nin: string | null };
  bvn: SealedNumber | null;
  nin: SealedNumber | null;
};

/** For each of the new customers the customer who has the ID, phone number, BVN or NIN already. */
export async function findTaken(ctx: Context, wanted: readonly Identified[]): Promise<(string | undefined)[]> {
  return await findCustomerIdsLike(ctx.db, ctx.tenant.id, wanted.map(numbersOf));
}

/** The failure of a creation whose customer exists. */
export function customerExists(customerId: string): Failure {
  return new Failure("customer_exists", { errors: [{ message: failures.customer_exists.message, customerId }] });
}

function withNumbers(secrets: Secrets, input: CreateCustomerWalletInput, id: string): Identified {
  const phoneNumber = normalisePhoneNumber(input.phoneNumber);
  if (!phoneNumber) throw invalid("phoneNumber", fieldProblems.mobileNumber);
  if (!input.bvn && !input.nin) throw invalid("bvn", customerTexts.bvnOrNinRequired);
  const plain = { bvn: input.bvn ?? null, nin: input.nin ?? null };
  const seal = (kind: "bvn" | "nin") =>
    plain[kind] === null ? null : sealNumber(secrets, plain[kind], { kind, customerId: id });
  return { input, id, phoneNumber, plain, bvn: seal("bvn"), nin: seal("nin") };
}

function invalid(field: string, message: string): Failure {
  return new Failure("validation_failed", { message: `${field} ${message}`, errors: [{ field, message }] });
}

function numbersOf({ id, phoneNumber, bvn, nin }: Identified): CustomerNumbers {
  return { id, phoneNumber, bvnHash: bvn?.hash ?? null, ninHash: nin?.hash ?? null };
}

async function assertIsNew(ctx: Context, identified: Identified): Promise<void> {
  const [customerId] = await findTaken(ctx, [identified]);
  if (customerId) throw customerExists(customerId);
}

function newCustomer(
  input: CreateCustomerWalletInput,
  identified: Identified,
  check: IdentityCheck,
  at: Date,
): NewCustomer {
  const { id, phoneNumber, bvn, nin } = identified;
  return {
    id,
    firstName: input.firstName,
    lastName: input.lastName,
    // `.invalid` never resolves, so no mail is ever sent there.
    email: input.email ?? `${phoneNumber.slice(1)}@no-email.invalid`,
    phoneNumber,
    dateOfBirth: input.dateOfBirth,
    address: input.address || null,
    metadata: input.metadata ?? {},
    bvn: bvn && submittedNumber(bvn, check.isBvnVerified),
    bvnFirstName: check.bvn?.firstName ?? null,
    bvnLastName: check.bvn?.lastName ?? null,
    bvnVerifiedAt: check.isBvnVerified ? at : null,
    nin: nin && submittedNumber(nin, check.isNinVerified),
    ninVerifiedAt: check.isNinVerified ? at : null,
    nameMatch: check.nameMatch,
    at,
  };
}

/** A number that failed its check may belong to someone else, so it must not count as taken. */
function submittedNumber(number: SealedNumber, isVerified: boolean): SubmittedNumber {
  return isVerified ? number : { ...number, hash: null };
}

function assertDocuments(check: IdentityCheck, tier: 1 | 2 | 3): void {
  const missing = missingDocument(check, tier);
  if (missing)
    throw new Failure("tier_document_missing", { message: customerTexts.tierDocumentMissing(tier, missing) });
}
