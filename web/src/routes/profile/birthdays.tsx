import { useQuery } from '@tanstack/react-query'
import { BellRing, Plus } from 'lucide-react'
import { useSearchParams } from 'react-router'
import cake from '~/assets/pictures/birthday.webp'
import { AccountPage } from '~/features/account/page'
import { BirthdayCard } from '~/features/families/birthday-card'
import { BirthdayForm } from '~/features/families/birthday-form'
import { useRemoveFamily } from '~/features/families/mutations'
import { familiesQuery } from '~/features/families/queries'
import { useI18n } from '~shared/i18n/context'
import { focusHeading } from '~/lib/focus-heading'
import { paths } from '~shared/lib/paths'
import { usePage } from '~shared/lib/use-page'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/empty-state'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { LoadFailure } from '~shared/ui/load-failure'

/** The form is open when the address says so: back closes it, and a link can lead straight to it. */
const ADDING = 'elave'

export function Component() {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(familiesQuery(locale))
  const { mutate: remove } = useRemoveFamily()
  const [search, setSearch] = useSearchParams()
  usePage(t('common.titleOf', { name: t('account.birthdays.title') }))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />

  const isAdding = search.has(ADDING)
  const close = () => {
    setSearch({}, { replace: true })
    focusHeading()
  }
  const families = data?.data
  const add = (
    <ButtonLink to={paths.newBirthday()} look={families?.length ? 'secondary' : 'primary'} size="lg">
      <Plus aria-hidden className="size-5" />
      {t('account.birthdays.add')}
    </ButtonLink>
  )
  if (families?.length === 0 && !isAdding)
    return (
      <EmptyState picture={cake} title={t('account.birthdays.empty')} text={t('account.birthdays.emptyText')} asPageTitle>
        {add}
      </EmptyState>
    )
  return (
    <AccountPage title={t('account.birthdays.title')}>
      <p className="flex max-w-2xl items-start gap-2.5 text-muted">
        <BellRing aria-hidden className="mt-0.5 size-5 shrink-0" />
        {t('account.birthdays.reminders')}
      </p>
      {isAdding ? <BirthdayForm onClose={close} /> : <div>{add}</div>}
      {families ? (
        <ul className="grid gap-4 xl:grid-cols-2">
          {families.map((family) => (
            <BirthdayCard key={family.id} family={family} onRemove={() => remove(family)} />
          ))}
        </ul>
      ) : (
        <ListSkeleton />
      )}
    </AccountPage>
  )
}
