import { accessChangeEndpoints } from "../../../contract/access-changes.ts";
import { permissions } from "../../../contract/permissions.ts";
import { savedViewEndpoints } from "../../../contract/saved-views.ts";
import { teamEndpoints } from "../../../contract/team.ts";
import { approveAccessChange, removeAccessChange } from "../../domain/access-changes/decide-access-change.ts";
import { getAccessChange, listAccessChanges } from "../../domain/access-changes/list-access-changes.ts";
import { acceptInvitation } from "../../domain/team/accept-invitation.ts";
import { createRole } from "../../domain/team/create-role.ts";
import { inviteMember } from "../../domain/team/invite-member.ts";
import { listInvitations } from "../../domain/team/list-invitations.ts";
import { listMembers } from "../../domain/team/list-members.ts";
import { listMerchantsOfMember } from "../../domain/team/list-merchants-of-member.ts";
import { listRoles } from "../../domain/team/list-roles.ts";
import { removeInvitation } from "../../domain/team/remove-invitation.ts";
import { removeMember } from "../../domain/team/remove-member.ts";
import { removeRole } from "../../domain/team/remove-role.ts";
import { resendInvitation } from "../../domain/team/resend-invitation.ts";
import { switchMerchant } from "../../domain/team/switch-merchant.ts";
import { updateMember } from "../../domain/team/update-member.ts";
import { updateRole } from "../../domain/team/update-role.ts";
import { listViews } from "../../domain/team/views/list-views.ts";
import { removeView } from "../../domain/team/views/remove-view.ts";
import { saveView } from "../../domain/team/views/save-view.ts";
import { updateView } from "../../domain/team/views/update-view.ts";
import type { Bind, BindPublic } from "../route.ts";
import { answerChangeSubmitted } from "../submitting.ts";

/** Members, invitations, roles, and the caller's merchants. API 6, wire 5. */
export function teamRoutes(bind: Bind, bindPublic: BindPublic): void {
  bind(teamEndpoints.inviteMember, (ctx, { body }, answer) => inviteMember(ctx, body, answerChangeSubmitted(answer)));
  bind(teamEndpoints.resendInvitation, async (ctx, { body }) => {
    await resendInvitation(ctx, body);
    return {};
  });
  bind(teamEndpoints.listInvitations, (ctx, { query }) => listInvitations(ctx, query));
  bind(teamEndpoints.removeInvitation, async (ctx, { params }) => {
    await removeInvitation(ctx, { invitationId: params.id });
    return {};
  });
  bindPublic(teamEndpoints.acceptInvitation, (ctx, { body }) => acceptInvitation(ctx, body));
  bind(teamEndpoints.listMembers, (ctx, { query }) => listMembers(ctx, query));
  bind(teamEndpoints.updateMember, (ctx, { params, body }, answer) =>
    updateMember(ctx, { memberId: params.id, ...body }, answerChangeSubmitted(answer)),
  );
  bind(teamEndpoints.removeMember, async (ctx, { params }) => {
    await removeMember(ctx, { memberId: params.id });
    return {};
  });
  bind(teamEndpoints.listPermissions, async () => ({
    data: Object.entries(permissions).map(([name, description]) => ({ name, description })),
  }));
  bind(teamEndpoints.listRoles, (ctx) => listRoles(ctx));
  bind(teamEndpoints.createRole, (ctx, { body }) => createRole(ctx, body));
  bind(teamEndpoints.updateRole, (ctx, { params, body }, answer) =>
    updateRole(ctx, { roleId: params.id, ...body }, answerChangeSubmitted(answer)),
  );
  bind(teamEndpoints.removeRole, async (ctx, { params }) => {
    await removeRole(ctx, { roleId: params.id });
    return {};
  });
  bind(savedViewEndpoints.listViews, (ctx, { query }) => listViews(ctx, query));
  bind(savedViewEndpoints.saveView, (ctx, { body }) => saveView(ctx, body));
  bind(savedViewEndpoints.updateView, (ctx, { params, body }) => updateView(ctx, { ...params, ...body }));
  bind(savedViewEndpoints.removeView, async (ctx, { params }) => {
    await removeView(ctx, params);
    return {};
  });
  bind(accessChangeEndpoints.listAccessChanges, (ctx, { query }) => listAccessChanges(ctx, query));
  bind(accessChangeEndpoints.getAccessChange, (ctx, { params }) => getAccessChange(ctx, params));
  bind(accessChangeEndpoints.approveAccessChange, (ctx, { params, body }) =>
    approveAccessChange(ctx, { ...params, ...body }),
  );
  bind(accessChangeEndpoints.removeAccessChange, (ctx, { params, body }) =>
    removeAccessChange(ctx, { ...params, ...body }),
  );
  bind(teamEndpoints.listMerchantsOfMember, (ctx) => listMerchantsOfMember(ctx));
  bind(teamEndpoints.switchMerchant, async (ctx, { body }) => {
    await switchMerchant(ctx, body);
    return {};
  });
}
