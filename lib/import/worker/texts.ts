/** What a person reads here. Each string is plain English and whole, so that it can be read, checked and translated alone. */
export const texts = {
  theFileHasChanged: "The file has changed or is gone since it was chosen. Choose it again.",
  thisPageCouldNot: "This page could not work on the file. Choose it again.",
  noFileWasChosen: "No file was chosen.",
  thisPageCouldNotStart: "This page could not start its check.",
};
