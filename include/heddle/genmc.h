/* For programs that include GenMC's header: the names it has, as heddle.h and the C library mean them.
 *
 * What tells GenMC how to explore says nothing here: the program means the same without it.
 */
#ifndef HEDDLE_GENMC_H
#define HEDDLE_GENMC_H

#include <heddle/heddle.h>

#ifdef __cplusplus
extern "C" {
#endif
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(void);
#ifdef __cplusplus
}
#endif

#define __VERIFIER_local_write(access) access
#define __VERIFIER_final_write(access) access
#define __VERIFIER_speculative_read(access) access
#define __VERIFIER_confirming_read(access) access
#define __VERIFIER_confirming_CAS(access) access
#define __VERIFIER_confirming_cas(access) access
#define __VERIFIER_speculative_cas(access) access
#define __VERIFIER_final_CAS(access) access
#define __VERIFIER_final_cas(access) access
#define __VERIFIER_helped_CAS(access) access
#define __VERIFIER_helped_cas(access) access
#define __VERIFIER_helping_CAS(access) access
#define __VERIFIER_helping_cas(access) access
#define __VERIFIER_fais(access) access

#endif
