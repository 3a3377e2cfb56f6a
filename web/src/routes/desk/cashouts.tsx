import { useSearchParams } from 'react-router'
import emptyHeart from '~/assets/pictures/empty-heart.webp'
import { CashoutCard } from '~/features/desk/cashout-card'
import { deskCashoutsQuery } from '~/features/desk/cashout-queries'
import { DeskPage } from '~/features/desk/desk-page'
import { Queue } from '~/features/desk/queue'
import { useI18n } from '~/i18n/context'
import { deskPaths } from '~/lib/desk-paths'
import { EmptyState } from '~/ui/empty-state'
import { FilterLinks } from '~/ui/filter-links'

/** Cash-outs of bloggers; whether they have ended is in the address. */
export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const isOpen = search.get('veziyyet') !== 'bitmis'
  const choices = [
    { to: deskPaths.cashouts(), label: t('desk.cashouts.open'), isCurrent: isOpen },
    { to: deskPaths.cashouts('bitmis'), label: t('desk.cashouts.ended'), isCurrent: !isOpen },
  ]
  return (
    <DeskPage title={t('desk.cashouts.title')} text={t('desk.cashouts.text')}>
      <FilterLinks label={t('desk.cashouts.states')} choices={choices} />
      <Queue
        key={String(isOpen)}
        queryOf={(page) => deskCashoutsQuery(locale, isOpen, page)}
        keyOf={({ cashout }) => cashout.code}
        counted={(count) => t('desk.cashouts.count', { count })}
        empty={
          isOpen ? (
            <EmptyState picture={emptyHeart} title={t('desk.cashouts.empty')} text={t('desk.cashouts.emptyText')} />
          ) : (
            <p className="py-10 text-center text-muted">{t('desk.cashouts.emptyEnded')}</p>
          )
        }
      >
        {(cashout) => <CashoutCard key={cashout.cashout.code} of={cashout} />}
      </Queue>
    </DeskPage>
  )
}
