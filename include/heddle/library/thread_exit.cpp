/* What is done when a thread ends, after the destructors of its thread_local variables: std::promise's …_at_thread_exit,
   std::packaged_task::make_ready_at_thread_exit, std::notify_all_at_thread_exit. When is the runtime's to know. */
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>

namespace std {

void __at_thread_exit(__at_thread_exit_elt *);

void __future_base::_State_baseV2::_Make_ready::_S_run(void *element) {
  const unique_ptr<_Make_ready> self(static_cast<_Make_ready *>(element));
  if (const shared_ptr<_State_baseV2> state = self->_M_shared_state.lock())
    state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
}

void __future_base::_State_baseV2::_Make_ready::_M_set() {
  _M_cb = _S_run;
  __at_thread_exit(this);
}

namespace {

struct Notification : __at_thread_exit_elt {
  condition_variable *condition;
  mutex *held;
};

void notifyAll(void *element) {
  const unique_ptr<Notification> self(static_cast<Notification *>(static_cast<__at_thread_exit_elt *>(element)));
  self->held->unlock();
  self->condition->notify_all();
}

} // namespace

void notify_all_at_thread_exit(condition_variable &condition, unique_lock<mutex> lock) {
  auto *const notification = new Notification{{nullptr, notifyAll}, &condition, nullptr};
  notification->held = lock.release();
  __at_thread_exit(notification);
}

} // namespace std
