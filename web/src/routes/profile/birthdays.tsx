// Birthdays of relatives, of which the shop reminds the user.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { BellRing, Gift, Plus, Trash2 } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import cake from '~shared/assets/illustrations/cake.webp'
import { AccountPage } from '~/features/account/page'
import { familiesQuery } from '~/features/account/queries'
import { BirthdayForm, DaysLeft } from '~/features/families/birthday-form'
import { GIFTS, toRequest } from '~/features/families/rules'
import { focusHeading } from '~/lib/focus-heading'
import { failureText } from '~shared/api/failure'
import { call, post } from '~shared/api/http'
import type { Family } from '~shared/api/types'
import { findCategory, useTree } from '~shared/features/catalog/queries'
import { useI18n } from '~shared/i18n/context'
import { dayAndMonth } from '~shared/i18n/dates'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { buttonClass, ButtonLink, IconButton } from '~shared/ui/button'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { EmptyState } from '~shared/ui/states'
import { toast } from '~shared/ui/toast-store'

function useRemoveFamily() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const { queryKey } = familiesQuery(locale)
  const refresh = () => client.invalidateQueries({ queryKey })

  const restore = async (family: Family) => {
    try {
      await post(locale, '/user/family/add', toRequest(family))
    } catch (error) {
      toast.bad(failureText(t, error))
    }
    await refresh()
  }

  return useMutation({
    scope: { id: 'families' },
    mutationFn: ({ id }: Family) => call({ method: 'DELETE', path: '/user/family/remove', locale, body: { id } }),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (old) => old && { ...old, data: old.data.filter((family) => family.id !== id) })
      focusHeading()
    },
    onSuccess: (_response, family) =>
      toast.plain(t('account.birthdays.removed', { name: family.name }), { label: t('common.undo'), run: () => void restore(family) }),
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
}

/** Opens the form: “back” closes it, and a link can open it. */
const ADDING_PARAMETER = 'elave'

export function Component() {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(familiesQuery(locale))
  const { mutate: remove } = useRemoveFamily()
  const [search, setSearch] = useSearchParams()
  useDocumentHead(t('common.titleOf', { name: t('account.birthdays.title') }))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />

  const isAdding = search.has(ADDING_PARAMETER)
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

/** A birthday within this number of days is highlighted. */
const SOON_DAYS = 14

function BirthdayCard({ family, onRemove }: { family: Family; onRemove: () => void }) {
  const { t, locale } = useI18n()
  const tree = useTree()
  const { name, relation, nextBirthday, daysLeft, turns } = family
  const slug = GIFTS[relation]
  const gifts = findCategory(tree, slug) ? paths.category(slug) : paths.popular()
  const [day, month] = dayAndMonth(locale, nextBirthday)
  return (
    <li
      className={clsx(
        'grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 gap-y-3 rounded-xl border border-line p-5',
        daysLeft <= SOON_DAYS ? 'bg-rose' : 'bg-surface',
      )}
    >
      <time dateTime={nextBirthday} className="grid size-18 place-content-center self-start rounded-lg bg-surface text-center shadow-quiet">
        <span className="text-2xl leading-7 font-bold tabular-nums">{day}</span>
        <span className="text-xs text-muted">{month}</span>
      </time>
      <div className="grid content-start gap-1">
        <h2 className="text-base wrap-anywhere">{name}</h2>
        <p className="text-sm text-muted">
          {t(`account.birthdays.relation.${relation}`)} · {t('account.birthdays.turns', { count: turns })}
        </p>
        <DaysLeft days={daysLeft} />
      </div>
      <IconButton label={t('account.birthdays.removeOf', { name })} onClick={onRemove} className="-mt-2 -mr-2">
        <Trash2 aria-hidden className="size-4.5" />
      </IconButton>
      {/* The button is too wide to fit beside the date on a phone of 320 px. */}
      <div className="col-span-full sm:col-span-1 sm:col-start-2">
        <Link to={gifts} className={buttonClass(daysLeft <= SOON_DAYS ? 'primary' : 'secondary')}>
          <Gift aria-hidden className="size-4.5" />
          {t('account.birthdays.gift')}
          <span className="sr-only">: {name}</span>
        </Link>
      </div>
    </li>
  )
}
