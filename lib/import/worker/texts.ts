/** What a person reads here. Each string is plain English and whole, so that it can be read, checked and translated alone. */
export const texts = {
  theFileHasChanged: "The file has changed or is gone since it was chosen. Choose it again.",
  thisPageCouldNot: "The file couldn’t be processed. Choose it again.",
  noFileWasChosen: "No file was chosen.",
  thisPageCouldNotStart: "The check couldn’t start. Reload the page.",
};
