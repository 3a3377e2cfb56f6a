import { useMay } from '~admin/session/access'
import { adminPaths } from '~admin/paths'
import { ConfirmButton } from '~admin/ui/confirm-button'
import { FieldGroup } from '~admin/ui/forms'
import type { CategoryRow, ProductDetails } from '~shared/api/types'
import { SendForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { Button, ButtonLink } from '~shared/ui/button'
import { ListSkeleton } from '~shared/ui/list-states'
import { Actions } from './actions'
import { withPaths } from './categories'
import { CategoryFields } from './category-fields'
import { Changes } from './changes'
import { ConflictPanel } from './conflict'
import { PriceFields, Placement, TextFields } from './form-parts'
import { Pictures } from './pictures'
import { Sizes } from './sizes'
import { StockPanel } from './stock'
import { useStoreChoices } from './stores'
import { type ProductFormState, useProductForm } from './use-product-form'
import { valueText } from './value-text'

interface Props {
  /** Undefined for a new product. It may be newer than the version on which the form is based. */
  product: ProductDetails | undefined
  categories: CategoryRow[]
}

export function Editor({ product, categories }: Props) {
  const { t, locale } = useI18n()
  const mayWrite = useMay()('products_write')
  const state = useProductForm(product, categories)
  const { sendForm, typed, saved, conflict, fields } = state
  const stores = useStoreChoices()?.stores ?? []
  const categoryPaths = withPaths(categories, locale)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {saved && (
        <div className="grid gap-3">
          <p className="text-xl font-bold wrap-anywhere">{saved.form.name.az}</p>
          <Actions product={saved} mayWrite={mayWrite} isChanged={state.isChanged} onChanged={state.showStored} />
        </div>
      )}
      {conflict && (
        <ConflictPanel
          key={conflict.stored.version}
          conflict={conflict}
          mine={typed}
          labelOf={(path) => (path === 'sizes' ? t('adminProducts.label.sizes') : (sendForm.labels[path] ?? path))}
          describe={(path, value) => valueText(t, locale, path, value, { stores, categories: categoryPaths, fields: fields ?? [] })}
          onResolve={state.resolve}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 2xl:grid-cols-[minmax(0,1fr)_26rem]">
        <fieldset disabled={!mayWrite} className="min-w-0">
          <SendForm
            form={sendForm}
            submit={t(saved ? 'adminProducts.save' : 'adminProducts.create')}
            className="gap-6!"
            beside={
              <>
                {state.isChanged && (
                  <ConfirmButton
                    label={t('adminProducts.discard')}
                    confirm={t('adminProducts.discardNow')}
                    isBusy={false}
                    onConfirm={state.discard}
                  />
                )}
                <ButtonLink to={adminPaths.products()} look="quiet" size="lg">
                  {t('adminProducts.back')}
                </ButtonLink>
              </>
            }
          >
            <FormFields state={state} categoryPaths={categoryPaths} stock={product?.sizes ?? []} />
          </SendForm>
        </fieldset>
        {product && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <StockPanel product={product} mayWrite={mayWrite} />
            <Changes product={product} onLoad={mayWrite ? state.loadFormer : undefined} />
          </div>
        )}
      </div>
    </div>
  )
}

interface FieldsProps {
  state: ProductFormState
  categoryPaths: { id: number; name: string }[]
  stock: ProductDetails['sizes']
}

function FormFields({ state, categoryPaths, stock }: FieldsProps) {
  const { t } = useI18n()
  const { saved, typed, fields = [], areFieldsLoading, haveFieldsFailed, retryFields } = state
  return (
    <>
      <TextFields />
      <Placement categories={categoryPaths} />
      {typed.categoryId !== '' && (
        <FieldGroup title={t('adminProducts.groups.fields')} text={t('adminProducts.groups.fieldsText')}>
          {haveFieldsFailed && (
            <div className="flex flex-wrap items-center gap-4">
              <p className="text-bad">{t('adminProducts.fields.failed')}</p>
              <Button look="secondary" onClick={retryFields}>
                {t('common.retry')}
              </Button>
            </div>
          )}
          {!haveFieldsFailed && areFieldsLoading && <ListSkeleton rows={1} />}
          {!areFieldsLoading && fields.length === 0 && <p className="text-muted">{t('adminProducts.fields.none')}</p>}
          <CategoryFields name="fields" fields={fields} />
        </FieldGroup>
      )}
      <PriceFields isNew={saved === undefined} />
      <Pictures />
      <FieldGroup title={t('adminProducts.label.sizes')} text={t('adminProducts.groups.sizesText')}>
        <Sizes fields={fields} stock={stock} isNew={saved === undefined} />
      </FieldGroup>
    </>
  )
}
