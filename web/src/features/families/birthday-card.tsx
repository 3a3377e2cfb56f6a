import clsx from 'clsx'
import { Gift, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import type { Family } from '~shared/api/types'
import { findCategory, useTree } from '~shared/features/catalog/queries'
import { useI18n } from '~shared/i18n/context'
import { dayAndMonth } from '~shared/i18n/dates'
import { paths } from '~shared/lib/paths'
import { buttonClass } from '~shared/ui/button'
import { IconButton } from '~shared/ui/icon-button'
import { DaysLeft } from './days-left'
import { GIFTS } from './relations'

const SOON = 14

/** Whose birthday, when, and the way to a gift. */
export function BirthdayCard({ family, onRemove }: { family: Family; onRemove: () => void }) {
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
        daysLeft <= SOON ? 'bg-rose' : 'bg-surface',
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
      {/* Beside the date it is too wide for a phone of 320 px. */}
      <div className="col-span-full sm:col-span-1 sm:col-start-2">
        <Link to={gifts} className={buttonClass(daysLeft <= SOON ? 'primary' : 'secondary')}>
          <Gift aria-hidden className="size-4.5" />
          {t('account.birthdays.gift')}
          <span className="sr-only">: {name}</span>
        </Link>
      </div>
    </li>
  )
}
