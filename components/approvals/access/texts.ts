/** What a person reads here. Each string is plain English and whole, so that it can be read, checked and translated alone. */
export const texts = {
  theChanges: "the changes",
  anotherApproverMustAgree:
    "Another approver must agree before anyone gets more approval rights and before money rules change.",
  noChangeWaitsFor: "No changes need approval",
  newApproversHigherApproval: "New approvers, higher approval limits and changed rules about money appear here.",
  changesThatWait: "Pending changes",
  decided: "Decided",
  youAreOffline: "You are offline.",
  changeApproved: "Change approved",
  requestedByCreatorName: (creatorName: string | number) => `Requested by ${creatorName}`,
  expiresInLeft: (left: string | number) => `. Expires in ${left}.`,
  itWasNotApproved: "The request was not approved",
  approveText: (text: string | number) => `Approve: ${text}`,
  approve: "Approve",
  withdraw: "Withdraw",
  decline: "Decline",
  requestedByCreatorNameDecided: (creatorName: string | number, decidedByName: string | number) =>
    `Requested by ${creatorName}, decided by ${decidedByName}`,
  verbChange: (verb: string | number) => `${verb} change`,
  changeNothingChangesIt: (change: string | number) => `${change}. Nothing changes; it can be requested again.`,
  changeWithdrawn: "Change withdrawn",
  changeDeclined: "Change declined",
  reason: "Reason",
  giveAReason: "Give a reason.",
  cancel: "Cancel",
};
