// The page of staff: who works in the back office, with which roles, and who is invited.
import { useQuery } from '@tanstack/react-query'
import { UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import { type PendingInvitation, type StaffMember, staffQuery, useDelete } from '~admin/features/staff/api'
import { InviteForm } from '~admin/features/staff/invite-form'
import { useRoleText } from '~admin/features/staff/roles'
import { AdminPage } from '~admin/ui/admin-page'
import { ConfirmButton } from '~admin/ui/confirm-button'
import { IfMay } from '~admin/session/access'
import { useStaff } from '~admin/session/store'
import { useI18n } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'
import { phoneText } from '~shared/lib/text'
import { Button } from '~shared/ui/button'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'

export function Component() {
  const { t } = useI18n()
  const [isInviting, setInviting] = useState(false)
  return (
    <AdminPage
      needs="staff_read"
      title={t('adminSite.staff.title')}
      text={t('adminSite.staff.text')}
      action={
        !isInviting && (
          <IfMay permission="staff_write">
            <Button onClick={() => setInviting(true)}>
              <UserPlus aria-hidden className="size-5" />
              {t('adminSite.staff.new')}
            </Button>
          </IfMay>
        )
      }
    >
      {isInviting && (
        <section aria-label={t('adminSite.staff.new')} className="rounded-xl border border-line bg-surface p-5 sm:p-7">
          <InviteForm onClose={() => setInviting(false)} />
        </section>
      )}
      <Lists />
    </AdminPage>
  )
}

function Lists() {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(staffQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  const { members, invitations } = data.data
  return (
    <>
      <ul className="grid gap-4">
        {members.map((member) => (
          <MemberCard key={member.accountId} member={member} />
        ))}
      </ul>
      {invitations.length > 0 && (
        <section aria-labelledby="invitations" className="grid gap-4">
          <h2 id="invitations" className="text-xl">
            {t('adminSite.staff.invitations')}
          </h2>
          <ul className="grid gap-4">
            {invitations.map((invitation) => (
              <InvitationCard key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const CARD = 'grid gap-3 rounded-xl border border-line bg-surface p-5'

function MemberCard({ member: { accountId, firstName, lastName, phoneNumber, roles } }: { member: StaffMember }) {
  const { t } = useI18n()
  const isMe = useStaff(({ session }) => session?.user.id === accountId)
  return (
    <li className={CARD}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg wrap-anywhere">{`${firstName} ${lastName}`}</h2>
        {isMe && <span className="text-sm text-muted">{t('adminSite.staff.you')}</span>}
        <span className="text-sm text-muted tabular-nums sm:ml-auto">{phoneText(phoneNumber)}</span>
      </div>
      <ul className="flex flex-wrap gap-2">
        {roles.map((role) => (
          <RoleBadge key={role} role={role} accountId={accountId} name={`${firstName} ${lastName}`} />
        ))}
      </ul>
      {!isMe && (
        <IfMay permission="staff_write">
          <ResetFactors accountId={accountId} name={`${firstName} ${lastName}`} />
        </IfMay>
      )}
    </li>
  )
}

/** Deletes the second factors of somebody who has lost the phone with them. */
function ResetFactors({ accountId, name }: { accountId: number; name: string }) {
  const { t } = useI18n()
  const reset = useDelete(`/admin/staff/${accountId}/second-factors`, t('adminSite.staff.factorsReset', { name }))
  return (
    <div>
      <ConfirmButton
        label={t('adminSite.staff.resetFactors')}
        of={name}
        confirm={t('adminSite.staff.resetFactorsNow')}
        isBusy={reset.isPending}
        look="quiet"
        onConfirm={() => reset.mutate()}
      />
    </div>
  )
}

function RoleBadge({ role, accountId, name }: { role: string; accountId: number; name: string }) {
  const { t } = useI18n()
  const [isConfirming, setConfirming] = useState(false)
  const label = useRoleText()(role)
  const withdraw = useDelete(
    `/admin/staff/${accountId}/roles/${encodeURIComponent(role)}`,
    t('adminSite.staff.withdrawn', { role: label, name }),
  )
  return (
    <li className="flex min-h-11 items-center gap-1 rounded-full bg-sunken pr-1 pl-4 font-medium">
      {label}
      <IfMay permission="staff_write">
        {isConfirming ? (
          <>
            <Button busy={withdraw.isPending} disabled={withdraw.isPending} onClick={() => withdraw.mutate()}>
              {t('adminSite.staff.withdraw')}
            </Button>
            <Button look="quiet" onClick={() => setConfirming(false)}>
              {t('adminSite.cancel')}
            </Button>
          </>
        ) : (
          <button
            type="button"
            aria-label={t('adminSite.staff.withdrawOf', { role: label, name })}
            className="grid size-11 place-items-center rounded-full text-muted hover:text-accent-text"
            onClick={() => setConfirming(true)}
          >
            <X aria-hidden className="size-4.5" />
          </button>
        )}
      </IfMay>
    </li>
  )
}

function InvitationCard({ invitation: { id, phoneNumber, role, expiresAt } }: { invitation: PendingInvitation }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const roleText = useRoleText()
  const cancel = useDelete(`/admin/staff/invitations/${id}`, t('adminSite.staff.cancelled'))
  return (
    <li className={CARD}>
      <h3 className="text-lg tabular-nums">{phoneText(phoneNumber)}</h3>
      <p className="text-muted">
        {roleText(role)} · {t('adminSite.staff.until', { time: dayAndTime(locale, expiresAt, now) })}
      </p>
      <IfMay permission="staff_write">
        <div>
          <Button
            look="secondary"
            aria-label={t('adminSite.staff.cancelOf', { phone: phoneText(phoneNumber) })}
            busy={cancel.isPending}
            disabled={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            {t('adminSite.staff.cancelInvitation')}
          </Button>
        </div>
      </IfMay>
    </li>
  )
}
