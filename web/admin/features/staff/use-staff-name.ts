import { useQuery } from '@tanstack/react-query'
import { useMay } from '~admin/session/access'
import { useI18n } from '~shared/i18n/context'
import { staffNamesQuery } from './api'

/**
 * Returns a function that names a member of staff. Former members are named by their account number. Couriers and stores may not read the
 * names, so they see only numbers.
 */
export function useStaffName() {
  const { t, locale } = useI18n()
  const mayReadNames = useMay()('colleagues_read')
  const { data } = useQuery({ ...staffNamesQuery(locale), enabled: mayReadNames })
  return (accountId: number | string) => {
    const person = data?.data.find((member) => String(member.accountId) === String(accountId))
    return person ? `${person.firstName} ${person.lastName}` : t('admin.actor.operator', { number: accountId })
  }
}
