// The figures of a period: the chart, and the sums by list and product.

import { Link } from 'react-router'
import { Chart } from '~/features/influencer/earnings/chart'
import { Breakdown } from '~/features/influencer/earnings/parts'
import { conversion } from '~/features/influencer/earnings/figures'
import type { EarningFigures, InfluencerEarnings } from '~shared/api/types'
import emptyHeart from '~shared/assets/pictures/empty-heart.webp'
import { useI18n } from '~shared/i18n/context'
import { money, number } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { Sum } from './sum'

const isWithoutActivity = ({ clicks, orders, earned, takenBack }: EarningFigures) => clicks + orders + earned + takenBack === 0

export function Figures({ earnings: { total, byDay, byList, byProduct } }: { earnings: InfluencerEarnings }) {
  const { t } = useI18n()
  if (isWithoutActivity(total))
    return (
      <EmptyState picture={emptyHeart} title={t('account.earnings.empty')} text={t('account.earnings.emptyText')}>
        <ButtonLink to={paths.myLists()} size="lg">
          {t('account.influencer.lists')}
        </ButtonLink>
      </EmptyState>
    )
  // Clicks on the influencer's own link have no list. A deleted list has no slug.
  const listName = ({ listId, name, slug }: InfluencerEarnings['byList'][number]) => {
    if (listId === undefined) return t('account.earnings.byLink')
    return slug ? <Name to={paths.list(slug)} name={name ?? slug} /> : t('account.earnings.goneList')
  }
  const lists = byList.map((list) => ({ key: String(list.listId ?? 'link'), name: listName(list), figures: list.figures }))
  const products = byProduct.map(({ productId, name, slug, figures }) => ({
    key: String(productId),
    name: slug ? <Name to={paths.product(slug)} name={name ?? slug} /> : t('account.earnings.goneProduct'),
    figures,
  }))
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Sum name={t('account.earnings.clicks')} sum={number(total.clicks)} />
        <Sum name={t('account.earnings.orders')} sum={number(total.orders)} />
        <Sum name={t('account.earnings.conversion')} sum={conversion(total)} />
        <Sum name={t('account.earnings.earned')} sum={money(total.earned)} />
      </dl>
      <Chart days={byDay} />
      <Breakdown title={t('account.earnings.byList')} nameHeading={t('account.earnings.list')} rows={lists} />
      <Breakdown title={t('account.earnings.byProduct')} nameHeading={t('account.earnings.product')} rows={products} />
    </>
  )
}

function Name({ to, name }: { to: string; name: string }) {
  return (
    <Link to={to} className="hover:text-accent-text hover:underline">
      {name}
    </Link>
  )
}
