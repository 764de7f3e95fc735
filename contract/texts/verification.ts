import type { DocumentKind } from "../document-kinds.ts";

/** The kinds of documents by the names that the registry and banks use. */
export const documentNames: Record<DocumentKind, string> = {
  certificateOfIncorporation: "Certificate of incorporation",
  proofOfAddress: "Proof of address",
  directorId: "ID of a director",
};

/** Texts about the documents of a business. Problems continue a sentence that starts with the name of the field. */
export const verificationTexts = {
  empty: "is empty",
  wrongType: (extension: string | null) =>
    extension === null
      ? "must be a PDF, JPEG or PNG file; its content is none of them"
      : `must be a PDF, JPEG or PNG file; its content is ${extension.toUpperCase()}`,
  markup: "must be a plain PDF, JPEG or PNG file; its content holds a web page",
  cutOff: "is not complete or holds more than one file: save it again and upload the new copy",
  accepted: (names: readonly string[]) =>
    `${names.join(" and ")} ${names.length === 1 ? "was" : "were"} already accepted and cannot be replaced. Nothing was done.`,
  missing: (names: readonly string[]) => `Upload ${names.join(", ")} first. Nothing was done.`,
  refusedDetail: (name: string, reason: string) => `${name}. Reason: ${reason}`,
};
