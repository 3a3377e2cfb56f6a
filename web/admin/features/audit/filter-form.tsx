// The form that filters the audit log by person, action, subject (what was changed or read) and time.
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useNavigate } from 'react-router'
import { staffQuery } from '~admin/features/staff/api'
import { adminPaths, type AuditFilter } from '~admin/paths'
import { useMay } from '~admin/session/access'
import { useI18n } from '~shared/i18n/context'
import { typedText } from '~shared/lib/text'
import { Button, ButtonLink } from '~shared/ui/button'
import { SelectField, TextField } from '~shared/ui/fields'

const TEXT_FIELDS = ['action', 'subjectKind', 'subject'] as const
const TIME_FIELDS = ['since', 'until'] as const
const FIELDS = ['accountId', ...TEXT_FIELDS, ...TIME_FIELDS] as const

export function AuditFilterForm({ filter }: { filter: AuditFilter }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const people = usePeople(filter.accountId)
  return (
    <form
      role="search"
      aria-label={t('adminStaff.audit.filter')}
      className="grid gap-4 rounded-xl border border-line bg-surface p-5"
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        void navigate(adminPaths.audit(Object.fromEntries(FIELDS.map((field) => [field, typedText(form, field)]))))
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {people ? (
          <SelectField
            name="accountId"
            label={t('adminStaff.audit.person')}
            placeholder={t('adminStaff.audit.anybody')}
            choices={people}
            defaultValue={filter.accountId ?? ''}
          />
        ) : (
          <TextField name="accountId" label={t('adminStaff.audit.account')} inputMode="numeric" defaultValue={filter.accountId} />
        )}
        {TEXT_FIELDS.map((field) => (
          <TextField
            key={field}
            name={field}
            label={t(`adminStaff.audit.${field}`)}
            placeholder={t(`adminStaff.audit.example.${field}`)}
            autoComplete="off"
            spellCheck={false}
            defaultValue={filter[field]}
          />
        ))}
        {TIME_FIELDS.map((field) => (
          <TextField key={field} name={field} type="datetime-local" label={t(`adminStaff.audit.${field}`)} defaultValue={filter[field]} />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit">
          <Search aria-hidden className="size-4.5" />
          {t('adminStaff.audit.apply')}
        </Button>
        {Object.values(filter).some(Boolean) && (
          <ButtonLink to={adminPaths.audit()} look="quiet">
            {t('adminStaff.audit.clear')}
          </ButtonLink>
        )}
      </div>
    </form>
  )
}

/** Includes the chosen account even if it is no longer staff. Returns null while loading and for users who may not see the staff. */
function usePeople(chosen: string | undefined) {
  const { t, locale } = useI18n()
  const maySeeStaff = useMay()('staff_read')
  const { data } = useQuery({ ...staffQuery(locale), enabled: maySeeStaff })
  if (!data) return null
  const people = data.data.members.map(({ accountId, firstName, lastName }) => ({
    value: String(accountId),
    label: `${firstName} ${lastName}`,
  }))
  if (!chosen || people.some(({ value }) => value === chosen)) return people
  return [...people, { value: chosen, label: t('adminStaff.audit.accountNo', { number: chosen }) }]
}
