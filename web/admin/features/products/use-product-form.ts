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
import { differences, partAt } from './differences'
import { labelsOf } from './labels'
import { EMPTY, schemaOf, type SizeValues, toFormField, toRequest, type Values, valuesOf } from './rules'

/** Another operator has saved the product since the typed values were begun. */
export interface Conflict {
  /** The other operator's version. */
  stored: ProductDetails
  /** The values on which both edits are based; null if this page does not have them. */
  base: Values | null
}

/**
 * `saved` is the version of the product that this page knows, and `typed` are the values of the form. They contain the version on which the
 * edit is based, also in a draft that is kept for the tab.
 *
 * - A save, `showStored` and `discard` make a version of the server both `saved` and `typed`.
 * - `conflict` is set when the server refuses a save because it has a newer version, and when a draft is older than `saved`.
 * - `resolve` makes the version of the conflict `saved`, and keeps what is typed in the parts that were not chosen.
 * - `loadFormer` changes `typed` only.
 */
export function useProductForm(product: ProductDetails | undefined, categories: CategoryRow[]) {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const client = useQueryClient()
  const refresh = useRefreshProducts()
  const [saved, setSaved] = useState(product)
  const savedValues = saved ? valuesOf(saved) : EMPTY
  const [conflict, setConflict] = useState<Conflict | null>(null)
  // Copies of typed values, because the rules and labels of the form depend on them. Labels need only the number of sizes.
  const [categoryId, setCategoryId] = useState(savedValues.categoryId)
  const [sizeCount, setSizeCount] = useState(savedValues.sizes.length)
  const { fields, hasFailed, retry } = useCategoryFields(categories, Number(categoryId))

  const showConflict = async (id: number) => {
    const { data } = await client.query({ ...productQuery(locale, String(id)), staleTime: 0 })
    // A draft may be based on a version before `saved`, whose values this page does not have.
    const isBasedOnSaved = sendForm.form.getValues('version') === saved?.version
    setConflict({ stored: data, base: isBasedOnSaved ? savedValues : null })
  }

  const sendForm = useDraftForm({
    draftName: `product ${product?.id ?? 'new'}`,
    schema: schemaOf(fields),
    values: savedValues,
    isChanged: (values) => differences(values, savedValues).length > 0,
    labels: labelsOf(t, locale, sizeCount, fields ?? []),
    toFormField,
    send: (checked) =>
      saveProduct(locale, toRequest(checked, fields, saved?.form), saved?.id).catch(async (error: unknown) => {
        if (saved && isRefusedAs(error, 'product_changed')) await showConflict(saved.id)
        throw error
      }),
    valuesAfterSave: ({ data }) => valuesOf(data),
    // Without its id, the next save would create a size again. The server returns the sizes in the order of the request.
    updateTyped: (sent, stored) => {
      const sizes = getValues('sizes') as SizeValues[]
      for (const [index, { sizeId }] of sizes.entries()) {
        const place = sizeId < 0 ? sent.sizes.findIndex((size) => size.sizeId === sizeId) : -1
        const savedSize = stored.sizes[place]
        if (savedSize) setValue(`sizes.${index}.sizeId`, savedSize.sizeId)
      }
    },
    isCreation: !saved,
    onSaved: async ({ data }) => {
      toast.good(t('adminProducts.saved', { name: data.form.name.az }))
      setSaved(data)
      setConflict(null)
      await refresh()
      if (!saved) await navigate(adminPaths.product(String(data.id)), { replace: true })
    },
  })
  const { getValues, setValue, watch } = sendForm.form
  const typed = watch() as Values
  // The copies are updated during the render, so that React renders again at once with the new rules and labels.
  if (typed.categoryId !== categoryId) setCategoryId(typed.categoryId)
  if (typed.sizes.length !== sizeCount) setSizeCount(typed.sizes.length)
  // The draft was begun with an older version. `discard` and `resolve` end the conflict and update the typed version together.
  if (saved && !conflict && typed.version < saved.version) setConflict({ stored: saved, base: null })

  const setTyped = (path: string, value: unknown) => setValue(path, value, { shouldDirty: true })
  const showStored = (stored: ProductDetails) => {
    setSaved(stored)
    sendForm.replaceBy(valuesOf(stored))
  }

  return {
    sendForm,
    typed,
    saved,
    conflict,
    /** Undefined until they are loaded. */
    fields,
    areFieldsLoading: fields === undefined,
    haveFieldsFailed: hasFailed,
    retryFields: retry,
    isChanged: differences(typed, savedValues).length > 0,
    /** Replaces the typed values by those of a version that the server has just stored, for example by a publication. */
    showStored,
    /** Types the values of an earlier version, which the next save stores as a new version. */
    loadFormer: (former: ProductForm) => {
      if (!saved) return
      const { version: _version, ...formerValues } = valuesOf({ ...saved, form: former })
      for (const [path, value] of Object.entries(formerValues)) setTyped(path, value)
    },
    /** Replaces the typed values by the newest version that is known. */
    discard: () => {
      const stored = conflict?.stored ?? saved
      if (stored) showStored(stored)
      else sendForm.replaceBy(EMPTY)
      setConflict(null)
    },
    /** Takes the stored value of these parts and keeps the typed value of the others. The next save is based on the stored version. */
    resolve: (paths: string[]) => {
      if (!conflict) return
      const storedValues = valuesOf(conflict.stored)
      for (const path of paths) setTyped(path, partAt(storedValues, path))
      setValue('version', storedValues.version)
      setSaved(conflict.stored)
      setConflict(null)
    },
  }
}

export type ProductFormState = ReturnType<typeof useProductForm>
