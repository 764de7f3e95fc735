/** The documents that the platform needs of a business before it goes live, in the order in which they are asked for. */
export const documentKinds = ["certificateOfIncorporation", "proofOfAddress", "directorId"] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** The largest document, in MiB. */
export const DOCUMENT_MIB = 10;
