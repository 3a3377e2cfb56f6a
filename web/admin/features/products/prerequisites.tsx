import { useQuery } from '@tanstack/react-query'
import { categoriesQuery } from '~admin/features/categories/api'
import { adminPaths } from '~admin/paths'
import { IfMay } from '~admin/session/access'
import { useI18n } from '~shared/i18n/context'
import { ButtonLink } from '~shared/ui/button'
import { useStoreChoices } from './stores'

/** Tells the owner of a new shop that a product needs a store and a category. */
export function Prerequisites() {
  const { t, locale } = useI18n()
  const lacksStore = useStoreChoices()?.stores.length === 0
  const lacksCategory = useQuery(categoriesQuery(locale)).data?.data.length === 0
  if (!lacksStore && !lacksCategory) return null
  return (
    <div role="note" className="grid justify-items-start gap-3 rounded-xl bg-warn-soft p-5">
      <p className="text-pretty">{t('adminProducts.needs.text')}</p>
      <div className="flex flex-wrap gap-3">
        {lacksStore && (
          <IfMay permission="stores_write">
            <ButtonLink to={adminPaths.newStore()} look="secondary">
              {t('adminProducts.needs.store')}
            </ButtonLink>
          </IfMay>
        )}
        {lacksCategory && (
          <IfMay permission="products_write">
            <ButtonLink to={adminPaths.newCategory()} look="secondary">
              {t('adminProducts.needs.category')}
            </ButtonLink>
          </IfMay>
        )}
      </div>
    </div>
  )
}
