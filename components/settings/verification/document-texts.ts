import type { DocumentKind } from "../../../contract/document-kinds.ts";
import { texts } from "./texts.ts";

/** The name of each kind of document, and what is accepted as one. */
export const documentTexts: Record<DocumentKind, { name: string; hint: string }> = {
  certificateOfIncorporation: { name: texts.certificateOfIncorporation, hint: texts.certificateHint },
  proofOfAddress: { name: texts.proofOfAddress, hint: texts.addressHint },
  directorId: { name: texts.directorId, hint: texts.directorHint },
};
