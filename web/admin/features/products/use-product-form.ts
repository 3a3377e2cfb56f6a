// The state of the product form: typed values, saved product, edit conflict, and the fields of the chosen category.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '~admin/paths'
import { useDraftForm } from '~admin/ui/forms'
import type { CategoryRow, ProductDetails, ProductForm } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { toast } from '~shared/ui/toast-store'
import { isRefusedAs, productQuery, saveProduct, useCategoryFields, useRefreshProducts } from './api'
import { differences, labelsOf, partAt } from './labels'
import { EMPTY, schemaOf, toFormField, toRequest, type Values, valuesOf } from './rules'

/** `stored` is what another operator saved, `base` what both edits are based on, if it is known. */
export interface Conflict {
  stored: ProductDetails
  base: Values | null
}

/**
 * The values contain the version on which they are based, also in a draft that is kept for the tab. `conflict` is set while the server has
 * another version.
 */
export function useProductForm(product: ProductDetails | undefined, categories: CategoryRow[]) {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const client = useQueryClient()
  const refresh = useRefreshProducts()
  const [saved, setSaved] = useState(product)
  const start = saved ? valuesOf(saved) : EMPTY
  const [category, setCategory] = useState(start.categoryId)
  const [sizes, setSizes] = useState(start.sizes)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { fields, hasFailed, retry } = useCategoryFields(categories, Number(category))

  const showConflict = async (id: number) => {
    const { data } = await client.query({ ...productQuery(locale, String(id)), staleTime: 0 })
    const isBaseKnown = form.form.getValues('version') === saved?.version
    setConflict({ stored: data, base: isBaseKnown ? start : null })
  }

  const form = useDraftForm({
    draftName: `product ${product?.id ?? 'new'}`,
    schema: schemaOf(fields),
    values: start,
    isChanged: (values) => differences(values, start).length > 0,
    labels: labelsOf(t, locale, sizes, fields ?? []),
    toFormField,
    send: (typed) =>
      saveProduct(locale, toRequest(typed, fields, saved?.form), saved?.id).catch(async (error: unknown) => {
        if (saved && isRefusedAs(error, 'product_changed')) await showConflict(saved.id)
        throw error
      }),
    valuesOf: ({ data }) => valuesOf(data),
    onSaved: async ({ data }) => {
      toast.good(t('adminProducts.saved', { name: data.form.name.az }))
      setSaved(data)
      setConflict(null)
      await refresh()
      if (!saved) await navigate(adminPaths.product(String(data.id)), { replace: true })
    },
  })
  const values = form.form.watch() as Values
  // The rules and labels of the form depend on these values, so they are copied to the state for the next render.
  if (values.categoryId !== category) setCategory(values.categoryId)
  if (values.sizes.length !== sizes.length) setSizes(values.sizes)
  // The draft of the tab was begun with an older version.
  if (saved && !conflict && values.version < saved.version) setConflict({ stored: saved, base: null })

  const show = (stored: ProductDetails) => {
    setSaved(stored)
    form.replaceBy(valuesOf(stored))
  }

  return {
    form,
    values,
    saved,
    conflict,
    /** Undefined until they are loaded. */
    fields,
    areFieldsLoading: fields === undefined,
    haveFieldsFailed: hasFailed,
    retryFields: retry,
    isChanged: differences(values, start).length > 0,
    show,
    /** The former values are stored with the next save. */
    load: (former: ProductForm) => {
      if (!saved) return
      const { version: _version, ...values } = valuesOf({ ...saved, form: former })
      for (const [path, value] of Object.entries(values)) form.form.setValue(path, value, { shouldDirty: true })
    },
    /** Replaces the typed values by the newest version that is known. */
    discard: () => {
      const stored = conflict?.stored ?? saved
      if (stored) show(stored)
      else form.replaceBy(EMPTY)
      setConflict(null)
    },
    /** Takes the stored value of these parts and keeps the typed value of the others. The next save is based on the stored version. */
    resolve: (paths: string[]) => {
      if (!conflict) return
      const stored = valuesOf(conflict.stored)
      for (const path of paths) form.form.setValue(path, partAt(stored, path), { shouldDirty: true })
      form.form.setValue('version', stored.version)
      setSaved(conflict.stored)
      setConflict(null)
    },
  }
}

export type ProductFormState = ReturnType<typeof useProductForm>
