import account from '../../../locales/az/account.json'
import errors from '../../../locales/az/errors.json'
import forms from '../../../locales/az/forms.json'
import signIn from '../../../locales/az/signIn.json'

// Texts of the account, the sign-in and all forms, loaded with the first page that needs them.
export default { account, errors, forms, signIn }
