import { useQuery } from '@tanstack/react-query'
import { staffNamesQuery } from '~admin/features/staff/api'
import { useStaffName } from '~admin/features/staff/use-staff-name'
import { useMay } from '~admin/session/access'
import { useStaff } from '~admin/session/store'
import type { TicketLetter } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { SelectField } from '~shared/ui/fields'
import { useAssignTicket } from './api'

/** Chooses who handles a letter. Users who may not read the names of staff choose between themselves and none. */
export function Assignee({ ticket: { code, assigneeId } }: { ticket: TicketLetter }) {
  const { t, locale } = useI18n()
  const may = useMay()
  const own = useStaff(({ session }) => session?.user)
  const { data } = useQuery({ ...staffNamesQuery(locale), enabled: may('colleagues_read') })
  const staffName = useStaffName()
  const { mutate: assign, isPending, variables } = useAssignTicket(code)
  const ids = new Set([own?.id, ...(data?.data ?? []).map(({ accountId }) => accountId), assigneeId].filter((id) => id !== undefined))
  const labelOf = (id: number) => (id === own?.id ? t('adminSite.tickets.me', { name: `${own.firstName} ${own.lastName}` }) : staffName(id))
  const value = isPending ? variables : assigneeId
  if (!may('tickets_write'))
    return assigneeId && <p className="text-sm text-muted">{t('adminSite.tickets.assignedTo', { name: staffName(assigneeId) })}</p>
  return (
    <SelectField
      label={t('adminSite.tickets.assignee')}
      placeholder={t('adminSite.tickets.nobody')}
      choices={[...ids].map((id) => ({ value: String(id), label: labelOf(id) }))}
      value={value ?? ''}
      disabled={isPending}
      onChange={({ target }) => assign(target.value === '' ? undefined : Number(target.value))}
    />
  )
}
