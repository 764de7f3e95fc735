/** The whole file cannot be read. `message` is a sentence for the user. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";
}
