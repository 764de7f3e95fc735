/** Why a file as a whole cannot be read: a sentence for the person who chose it. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";
}
